import { IconButton } from '../../kit/icon-button.tsx';
import { useUi } from '../views/ui.ts';

/** The message that the visitor answers. */
export function ReplyTo() {
  const { widget, i18n } = useUi();
  const { replyTo, messages } = widget.state;
  const message = replyTo.value === null ? undefined : messages.byId(replyTo.value)?.value;
  if (!message) return null;

  return (
    <p class="reply-to">
      <span>
        {i18n.t('replyingTo')}: <q>{message.content || i18n.t('file')}</q>
      </span>
      <IconButton icon="close" label={i18n.t('cancel')} onClick={() => (replyTo.value = null)} />
    </p>
  );
}
