import { useRef } from '../../kit/view.ts';
import { Icon } from '../../kit/icon.tsx';
import { attempt } from '../views/attempt.ts';
import { useUi } from '../views/ui.ts';

const DOTS = 'M5 12h.1M12 12h.1M19 12h.1';

/** What can be done with the conversation as a whole. */
export function Menu() {
  const ui = useUi();
  const { widget, i18n, announce } = ui;
  const { conversation, channel, contact, settings } = widget.state;
  const menu = useRef<HTMLDetailsElement>();
  const isOffered = channel.value.enabled_features?.includes('end_conversation');
  const mayEnd =
    isOffered && settings.value.enableEndConversation !== false && conversation.value?.status !== 'resolved';
  const mayAsk = contact.value?.has_email;
  if (!conversation.value || !(mayEnd || mayAsk)) return null;

  function close() {
    menu.current?.removeAttribute('open');
    menu.current?.querySelector('summary')?.focus();
  }

  async function run(work: () => Promise<unknown>, done: string) {
    close();
    if (await attempt(ui, work)) announce(done);
  }

  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        // Otherwise the window would be closed too.
        event.stopPropagation();
        close();
      }}
    >
      <summary class="icon-button" aria-label={i18n.t('more')} title={i18n.t('more')}>
        <Icon outline={DOTS} />
      </summary>
      <div>
        {mayAsk && (
          <button type="button" onClick={() => void run(widget.transcript, i18n.t('transcriptSent'))}>
            {i18n.t('transcript')}
          </button>
        )}
        {mayEnd && (
          <button type="button" onClick={() => void run(widget.end, i18n.t('ended'))}>
            {i18n.t('end')}
          </button>
        )}
      </div>
    </details>
  );
}
