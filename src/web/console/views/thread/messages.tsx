import { Skeleton } from '../../../kit/controls/skeleton.tsx';
import type { Signal } from '../../../kit/signals.ts';
import { useEffect, useRef, useSignal } from '../../../kit/view.ts';
import { IconButton } from '../../../kit/icon-button.tsx';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { Conversation } from '../../store/conversation.ts';
import type { Message } from '../../store/message.ts';
import type { Thread } from '../../store/thread.ts';
import { MessageRow } from './message-row.tsx';
import { OutgoingRow } from './outgoing-row.tsx';
import { plainText } from './plain-text.ts';

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

/** So many messages are in the page at first, and so many more with each step back. */
const ROWS = 60;
const MORE_ROWS = 40;
/** Nearer to an end than this, in pixels, the reader is there. */
const NEAR = 120;
/** Messages of one sender that follow within this many seconds are shown as a group. */
const GROUP_S = 300;

/** The messages, the newest at the bottom. The list lies the wrong way round, so that browsers keep its end in view as it grows. */
export function Messages({ console, record, thread, seenUntil, replyTo, marked }: MessagesProps) {
  const { t } = useDesk().i18n;
  const { store, outbox, typing } = console;
  const rows = useSignal(ROWS);
  const isAtEnd = useSignal(true);
  const isReading = useSignal(false);
  const scroller = useRef<HTMLDivElement>();
  const ids = thread.ids.value;
  const state = thread.state.value;
  const messages = ids
    .slice(-rows.value)
    .map((id) => store.messages.get(id).value)
    .filter((message) => message !== undefined);
  const outgoing = outbox.entries.value.filter((one) => one.conversationId === record.id && one.message);
  const hasOlder = thread.hasOlder.value || ids.length > rows.value;
  const firstNew =
    seenUntil === null ? undefined : messages.find((one) => one.kind === 'incoming' && one.createdAt > seenUntil)?.id;
  const typists = typing.in(record.id).value;
  const newestKey = outgoing.at(-1)?.key;

  function follow() {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    isAtEnd.value = scrollTop > -NEAR;
    if (hasOlder && scrollHeight - clientHeight + scrollTop < NEAR && !isAtEnd.value) void more();
  }

  async function more() {
    if (isReading.peek()) return;
    isReading.value = true;
    if (thread.ids.peek().length < rows.peek() + MORE_ROWS && thread.hasOlder.peek()) await console.loadOlder(thread);
    rows.value += MORE_ROWS;
    isReading.value = false;
  }

  const toEnd = () => scroller.current?.scrollTo({ top: 0 });
  // What the user writes is always shown to them.
  useEffect(() => {
    if (newestKey) toEnd();
  }, [newestKey]);
  useEffect(() => {
    if (marked !== null) document.getElementById(`message-${marked}`)?.scrollIntoView({ block: 'center' });
  }, [marked, state]);

  return (
    <div class="messages">
      <div
        class="scroller"
        role="log"
        aria-label={t('messages')}
        aria-live="off"
        tabIndex={0}
        ref={scroller}
        onScroll={follow}
      >
        <div class="rows">
          {hasOlder && (
            <button type="button" class="link older" aria-busy={isReading.value} onClick={() => void more()}>
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
                isLast={!isGroup(message, after) || after?.id === firstNew}
                isMarked={message.id === marked}
                replyTo={replyTo}
              />
            );
          })}
          {outgoing.map((entry) => (
            <OutgoingRow key={entry.key} console={console} entry={entry} />
          ))}
          <div class="typing" role="status">
            {typists.map(({ type, id, name }) => (
              <p key={`${type} ${id}`}>{t('isTyping', { name: name || t('someone') })}</p>
            ))}
          </div>
        </div>
      </div>
      {!isAtEnd.value && <IconButton icon="down" class="to-end" label={t('toNewest')} onClick={toEnd} />}
      <Announcements console={console} thread={thread} />
    </div>
  );
}

/** Says each new message of somebody else once. */
function Announcements({ console, thread }: { console: Console; thread: Thread }) {
  const { t } = useDesk().i18n;
  const said = useSignal<number | null>(null);
  const words = useSignal('');
  const newest = thread.ids.value.at(-1) ?? 0;
  const state = thread.state.value;
  useEffect(() => {
    if (state !== 'ready') return;
    const before = said.peek();
    said.value = Math.max(newest, before ?? 0);
    const message = console.store.messages.peek(newest);
    if (before === null || newest <= before || !message || message.kind === 'activity') return;
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
