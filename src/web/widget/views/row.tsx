import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import type { Message } from '../store/message.ts';
import { Content } from './content.tsx';
import { nameOf } from './name-of.ts';
import { MessageState } from './parts.ts';
import { useUi } from './ui.ts';

/** A message; `before` is the key of the one above it. */
export function Row({ id, before }: { id: string; before: string | undefined }) {
  const { widget, i18n } = useUi();
  const { messages, replyTo } = widget.state;
  const message = messages.get(id)?.value;
  if (!message) return null;
  const above = before === undefined ? undefined : messages.get(before)?.value;
  const { isOwn, sender, createdAt, attributes } = message;
  const date = new Date(createdAt * 1000);
  const isNewDay = !above || dayOf(above) !== dayOf(message);
  const isFirst = isNewDay || above.isOwn !== isOwn || above.sender?.name !== sender?.name;
  const name = nameOf(message, i18n.t('us'));
  const quoted = attributes.in_reply_to ? messages.byId(attributes.in_reply_to)?.value : undefined;

  return (
    <li class={`row ${isOwn ? 'is-own' : ''} is-${message.state}`}>
      {isNewDay && <p class="day">{i18n.day(date)}</p>}
      {isFirst && !isOwn && (
        <p class="sender">
          <Avatar name={name} url={sender?.avatar_url} />
          {name}
        </p>
      )}
      {isFirst && isOwn && <p class="unseen">{i18n.t('you')}</p>}
      <div class="line">
        <div class="bubble" dir="auto">
          {quoted && <blockquote class="quoted">{quoted.content || i18n.t('file')}</blockquote>}
          <Content message={message} />
        </div>
        {message.id !== null && !attributes.deleted && (
          <IconButton
            icon="reply"
            class="turned"
            label={i18n.t('reply')}
            onClick={() => (replyTo.value = message.id)}
          />
        )}
      </div>
      <p class="meta">
        {message.state !== 'sent' && <MessageState message={message} />}
        <time dateTime={date.toISOString()}>{i18n.time(date)}</time>
      </p>
    </li>
  );
}

const dayOf = ({ createdAt }: Message) => new Date(createdAt * 1000).toDateString();
