import { useEffect, useRef } from '../../kit/view.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import type { Sender } from '../store/wire.ts';
import { needsForm } from '../store/pre-chat.ts';
import { attempt } from '../views/attempt.ts';
import { begin } from '../views/begin.ts';
import { useUi } from '../views/ui.ts';

const MOST = 3;
/** Markdown's, which are not drawn here. */
const MARKS = /\*\*|__|~~|`/g;

/** The last unread messages, or a campaign, above the bubble of the closed window. */
export function Preview() {
  const ui = useUi();
  const { widget, i18n, link, go, close } = ui;
  const { state } = widget;
  const box = useRef<HTMLElement>();
  const campaign = state.campaign.value;
  const unread = state.unread.value;
  const isCampaign = state.route.value === '/campaigns';

  useEffect(() => {
    const extraHeight = box.current?.scrollHeight ?? 0;
    link.tell({ event: 'updateIframeHeight', isFixedHeight: true, extraHeight });
  });

  async function open() {
    const asks = isCampaign && needsForm(state);
    const isBegun = !isCampaign || asks || (await attempt(ui, () => begin(ui, undefined, '')));
    if (!isBegun) return;
    go(asks ? '/prechat-form' : '/messages');
    link.tell({ event: 'resetUnreadMode' });
  }

  const shown: { key: string; content: string; sender: Sender | null | undefined }[] =
    isCampaign && campaign
      ? [{ key: 'campaign', content: campaign.message, sender: campaign.sender }]
      : unread.slice(-MOST).flatMap((key) => messageOf(key));

  function messageOf(key: string) {
    const message = state.messages.get(key)?.value;
    return message ? [{ key, content: message.content || i18n.t('file'), sender: message.sender }] : [];
  }

  return (
    <main class="preview" ref={box}>
      <h1 class="unseen">{isCampaign ? state.channel.value.website_name : i18n.t('unread', { n: unread.length })}</h1>
      <IconButton icon="close" label={i18n.t('close')} onClick={close} />
      <ul>
        {shown.map(({ key, content, sender }) => (
          <li key={key}>
            <button type="button" class="card" onClick={() => void open()}>
              <strong class="sender">
                <Avatar name={sender?.name ?? i18n.t('us')} url={sender?.avatar_url} />
                {sender?.available_name || sender?.name || i18n.t('us')}
              </strong>
              <span class="clip">{content.replaceAll(MARKS, '')}</span>
            </button>
          </li>
        ))}
      </ul>
      {!isCampaign && (
        <button type="button" class="primary" onClick={() => void open()}>
          {i18n.t('seeAll')} ({unread.length})
        </button>
      )}
    </main>
  );
}
