import { Avatar } from '../../../kit/avatar.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { Signal } from '../../../kit/signals.ts';
import { useSignal } from '../../../kit/view.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { reasonOf } from '../../session/reason-of.ts';
import type { Message } from '../../store/message.ts';
import { dayName } from './day-name.ts';
import { deliveryOf } from './message/delivery-of.ts';
import { MessageContent } from './message-content.tsx';
import { MessageMenu, Translation } from './message/parts.tsx';
import type { Translated } from './message/translated.ts';
import { OUTLINES } from './outlines.ts';
import type { Viewed } from './message/viewed.ts';

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
  viewed: Viewed;
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
    <p class="activity" id={`message-${message.id}`}>
      {message.content} <time>{i18n.time(new Date(message.createdAt * 1000))}</time>
    </p>
  );
}

function Said({ console, message, isFirst, isLast, isMarked, replyTo, viewed }: MessageRowProps) {
  const { i18n } = useDesk();
  const { t } = i18n;
  const translated = useSignal<Translated | null>(null);
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
          <MessageContent console={console} message={message} viewed={viewed} />
          {translated.value && <Translation translated={translated} />}
        </div>
        {(isLast || hasFailed || message.attributes['edited'] === true) && (
          <p class="message-foot">
            <time>{time}</time>
            {message.attributes['edited'] === true && <span>{t('edited')}</span>}
            {isOurs && !isPrivate && !hasFailed && <Delivery message={message} />}
          </p>
        )}
        {hasFailed && <Failed console={console} message={message} />}
      </div>
      <div class="message-actions">
        {!message.isDeleted && !isPrivate && (
          <button
            type="button"
            class="icon-button"
            aria-label={t('replyTo', { name: label })}
            title={t('reply')}
            onClick={() => (replyTo.value = message.id)}
          >
            <Icon outline={OUTLINES.reply} />
          </button>
        )}
        <MessageMenu console={console} message={message} name={label} translated={translated} />
      </div>
    </article>
  );
}

/** How far a message of the team has come. */
function Delivery({ message }: { message: Message }) {
  const { t } = useDesk().i18n;
  const state = deliveryOf(message);
  const { attributes } = message;
  const reason = state === 'queued' ? attributes['external_last_error'] : null;
  return (
    <span>
      {t(state === 'failed' ? 'notDelivered' : state)}
      {typeof reason === 'string' && reason !== '' && `: ${t('triedAgain', { reason })}`}
    </span>
  );
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
