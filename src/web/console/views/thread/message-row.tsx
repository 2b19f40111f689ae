import { Avatar } from '../../../kit/avatar.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { Signal } from '../../../kit/signals.ts';
import { useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { reasonOf } from '../../session/reason-of.ts';
import type { Message } from '../../store/message.ts';
import { dayName } from './day-name.ts';
import { MessageContent } from './message-content.tsx';
import { OUTLINES } from './outlines.ts';

export type MessageRowProps = {
  console: Console;
  message: Message;
  /** Where a day begins, a time of it in Unix seconds. */
  day: number | null;
  isFirstNew: boolean;
  /** Of the messages of one sender in a row. */
  isFirst: boolean;
  isLast: boolean;
  isMarked: boolean;
  replyTo: Signal<number | null>;
};

/** A message with the lines before it. */
export function MessageRow(props: MessageRowProps) {
  const { message, day, isFirstNew } = props;
  const { i18n } = useDesk();
  const { t } = i18n;
  return (
    <>
      {day !== null && (
        <p class="day-line">
          <span>{dayName(i18n, new Date(day * 1000), new Date())}</span>
        </p>
      )}
      {isFirstNew && (
        <p class="new-line">
          <span>{t('newLine')}</span>
        </p>
      )}
      {message.kind === 'activity' ? <Activity message={message} /> : <Said {...props} />}
    </>
  );
}

function Activity({ message }: { message: Message }) {
  const { i18n } = useDesk();
  return (
    <p class="activity">
      {message.content} <time>{i18n.time(new Date(message.createdAt * 1000))}</time>
    </p>
  );
}

function Said({ console, message, isFirst, isLast, isMarked, replyTo }: MessageRowProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const { sender, kind, isPrivate } = message;
  const isOurs = kind !== 'incoming';
  const name = sender?.name || t(isOurs ? 'automatic' : 'someone');
  const time = i18n.time(new Date(message.createdAt * 1000));
  const label = `${name}, ${time}`;
  const side = isPrivate ? 'is-note' : isOurs ? 'is-ours' : 'is-theirs';
  const hasFailed = message.status === 'failed' && !message.isDeleted;
  return (
    <article
      id={`message-${message.id}`}
      class={`message ${side} ${isFirst ? 'is-first' : ''} ${isMarked ? 'is-marked' : ''}`}
      aria-label={isPrivate ? t('noteBy', { name: label }) : label}
    >
      {isFirst && <Avatar name={name} url={sender?.picture} />}
      <div class="message-inside">
        {isFirst && (
          <p class="message-head">
            <span class="message-sender">{name}</span>
            {isPrivate && (
              <span class="message-private">
                <Icon outline={OUTLINES.lock} />
                {t('privateNote')}
              </span>
            )}
          </p>
        )}
        <div class="bubble">
          <MessageContent console={console} message={message} />
        </div>
        {(isLast || hasFailed) && (
          <p class="message-foot">
            <time>{time}</time>
            {isOurs && !isPrivate && !hasFailed && <Delivery status={message.status} />}
          </p>
        )}
        {hasFailed && <Failed console={console} message={message} />}
      </div>
      {!message.isDeleted && !isPrivate && (
        <button
          type="button"
          class="icon-button answer"
          aria-label={t('replyTo', { name: label })}
          title={t('reply')}
          onClick={() => (replyTo.value = message.id)}
        >
          <Icon outline={OUTLINES.reply} />
        </button>
      )}
    </article>
  );
}

function Delivery({ status }: { status: string }) {
  const { t } = useDesk().i18n;
  if (status === 'read') return <span>{t('read')}</span>;
  return <span>{t(status === 'delivered' ? 'delivered' : status === 'progress' ? 'sending' : 'sent')}</span>;
}

/** A message that the provider did not take. */
function Failed({ console, message }: { console: Console; message: Message }) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const refused = useSignal('');

  async function retry() {
    refused.value = '';
    try {
      await console.api.request('POST', `/conversations/${message.conversationId}/messages/${message.id}/retry`);
    } catch (error) {
      refused.value = reasonOf(i18n, error);
    }
  }

  return (
    <p class="message-problem">
      <span>{[t('notDelivered'), message.error, refused.value].filter(Boolean).join(' · ')}</span>
      <button type="button" class="link" onClick={() => void retry()}>
        {t('tryAgain')}
      </button>
    </p>
  );
}
