import { Skeleton } from '../../../kit/controls/skeleton.tsx';
import type { Signal } from '../../../kit/signals.ts';
import { useEffect, useRef, useSignal } from '../../../kit/view.ts';
import { IconButton } from '../../../kit/icon-button.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Conversation } from '../../store/conversation.ts';
import type { Message } from '../../store/message.ts';
import type { Thread } from '../../store/thread.ts';
import { deliveryOf } from './message/delivery-of.ts';
import { Viewer } from './message/parts.tsx';
import { MessageRow } from './message-row.tsx';
import { OutgoingRow } from './outgoing-row.tsx';
import { plainText } from './plain-text.ts';
import { Viewers } from './presence/viewers.tsx';
import { useRows } from './rows/use-rows.ts';

export type MessagesProps = {
  console: Console;
  record: Conversation;
  thread: Thread;
  /** Messages of others after this time are new, in Unix seconds; null = none is. */
  seenUntil: number | null;
  /** The message that is answered. */
  replyTo: Signal<number | null>;
  /** The message that the address names. */
  marked: number | null;
};

/** Messages of one sender that follow within this many seconds are shown as a group. */
const GROUP_S = 300;

/**
 * The messages, the newest at the bottom. The list lies the wrong way round, so that browsers keep its end in view as it grows. Of a
 * long thread, the part around the place of the reader is in the page.
 */
export function Messages({ console, record, thread, seenUntil, replyTo, marked }: MessagesProps) {
  const { t } = useDesk().i18n;
  const { store, outbox, typing } = console;
  const viewed = useSignal<number | null>(null);
  const scroller = useRef<HTMLDivElement>();
  const rows = useRows(console, thread, scroller);
  const { from, to } = rows.range();
  const ids = thread.ids.value;
  const state = thread.state.value;
  const messages = ids
    .slice(from, to)
    .map((id) => store.messages.get(id).value)
    .filter((message) => message !== undefined);
  const hasOlder = thread.hasOlder.value || from > 0;
  const hasNewer = thread.hasNewer.value || to < ids.length;
  const outgoing = hasNewer
    ? []
    : outbox.entries.value.filter((one) => one.conversationId === record.id && one.message !== undefined);
  const firstNew =
    seenUntil === null ? undefined : messages.find((one) => one.kind === 'incoming' && one.createdAt > seenUntil)?.id;
  const typists = typing.in(record.id).value;
  const newestKey = outbox.entries.value.findLast((one) => one.conversationId === record.id && one.message)?.key;

  // What the user writes is always shown to them.
  useEffect(() => {
    if (newestKey) rows.toNewest();
  }, [newestKey]);
  const isMarkedThere = marked !== null && ids.includes(marked);
  useEffect(() => {
    if (isMarkedThere) rows.toMessage(marked);
  }, [marked, isMarkedThere]);

  return (
    <div class="messages">
      <div
        class="scroller"
        role="log"
        aria-label={t('messages')}
        aria-live="off"
        tabIndex={0}
        ref={scroller}
        onScroll={rows.follow}
      >
        <div class="rows">
          {hasOlder && (
            <button type="button" class="link older" aria-busy={rows.isReading.value} onClick={() => void rows.older()}>
              {t('loadOlder')}
            </button>
          )}
          {state === 'loading' && ids.length === 0 && <Skeleton label={t('loading')} lines={5} />}
          {state === 'failed' && (
            <p class="notice">
              {t('messagesFailed')}{' '}
              <button type="button" class="link" onClick={() => console.openThread(record.id)}>
                {t('tryAgain')}
              </button>
            </p>
          )}
          {marked !== null && marked === thread.missing.value && <p class="notice">{t('messageMissing')}</p>}
          {state === 'ready' && messages.length === 0 && outgoing.length === 0 && (
            <p class="empty">{t('noMessages')}</p>
          )}
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const after = messages[index + 1];
            return (
              <MessageRow
                key={message.id}
                console={console}
                message={message}
                day={isOtherDay(message, before) ? message.createdAt : null}
                isFirstNew={message.id === firstNew}
                isFirst={!isGroup(before, message) || message.id === firstNew}
                isLast={!isGroup(message, after) || after?.id === firstNew || isOtherDelivery(message, after)}
                isMarked={message.id === marked}
                replyTo={replyTo}
                viewed={viewed}
              />
            );
          })}
          {outgoing.map((entry) => (
            <OutgoingRow key={entry.key} console={console} entry={entry} />
          ))}
          {hasNewer && (
            <button type="button" class="link older" onClick={() => void rows.newer()}>
              {t('loadNewer')}
            </button>
          )}
          <div class="typing" role="status">
            {typists.map(({ type, id, name }) => (
              <p key={`${type} ${id}`}>{t('isTyping', { name: name || t('someone') })}</p>
            ))}
          </div>
        </div>
      </div>
      {(hasNewer || !rows.isAtEnd.value) && (
        <IconButton icon="down" class="to-end" label={t('toNewest')} onClick={rows.toNewest} />
      )}
      <Viewers console={console} conversationId={record.id} />
      {viewed.value !== null && <Viewer messages={messages} viewed={viewed} />}
      <Announcements console={console} thread={thread} />
    </div>
  );
}

/** Says each new message of somebody else once. */
function Announcements({ console, thread }: { console: Console; thread: Thread }) {
  const { t } = useDesk().i18n;
  const said = useSignal<number | null>(null);
  const words = useSignal('');
  const newest = console.store.lastMessage(thread.conversationId).value ?? 0;
  const state = thread.state.value;
  useEffect(() => {
    if (state !== 'ready') return;
    const before = said.peek();
    said.value = Math.max(newest, before ?? 0);
    const message = console.store.messages.peek(newest);
    if (before === null || newest <= before || !message) return;
    const { sender } = message;
    if (sender?.type === 'user' && sender.id === console.start.peek().user.id) return;
    words.value = t('said', { name: sender?.name || t('someone'), text: plainText(message.content) });
  }, [newest, state]);
  return (
    <p class="unseen" aria-live="polite">
      {words.value}
    </p>
  );
}

function isOtherDay(message: Message, before: Message | undefined): boolean {
  const dayOf = (one: Message) => new Date(one.createdAt * 1000).toDateString();
  return !before || dayOf(before) !== dayOf(message);
}

function isGroup(one: Message | undefined, next: Message | undefined): boolean {
  return (
    one !== undefined &&
    next !== undefined &&
    one.kind === next.kind &&
    one.kind !== 'activity' &&
    one.isPrivate === next.isPrivate &&
    one.sender?.id === next.sender?.id &&
    one.sender?.type === next.sender?.type &&
    next.createdAt - one.createdAt < GROUP_S &&
    !isOtherDay(next, one)
  );
}

/** Whether the next message of a group has come less or more far. */
function isOtherDelivery(one: Message, next: Message | undefined): boolean {
  return next !== undefined && one.kind !== 'incoming' && deliveryOf(one) !== deliveryOf(next);
}
