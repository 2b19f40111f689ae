import { sorted } from '../../kit/sorted.ts';
import { batch, type ReadonlySignal, type Signal, signal } from '../../kit/signals.ts';
import type { Message } from './message.ts';

export type ThreadState = 'loading' | 'ready' | 'failed';

/** The messages of a conversation: ids in order, from the oldest that was loaded to the newest. */
export type Thread = {
  conversationId: number;
  ids: ReadonlySignal<readonly number[]>;
  state: ReadonlySignal<ThreadState>;
  hasOlder: ReadonlySignal<boolean>;
  /** Whether the newest messages are missing, because older ones are shown that are far away from them. */
  hasNewer: ReadonlySignal<boolean>;
  /** The message that was asked for and that the conversation does not have; null = none. */
  missing: Signal<number | null>;
  /** The oldest id; undefined = none. */
  oldest: () => number | undefined;
  newest: () => number | undefined;
  /** Takes a page that ends with the oldest message so far, or with the newest of all, asked for after `losses`. */
  takePage: (messages: readonly Message[], losses: number) => void;
  /** Takes messages in place of all others. */
  takeAround: (messages: readonly Message[], ends: { hasOlder: boolean; hasNewer: boolean }, losses: number) => void;
  /** Takes what follows the newest message so far; `isEnd` = there was no more at that time, `losses` as in `takePage`. */
  takeNewer: (messages: readonly Message[], isEnd: boolean, losses: number) => void;
  /** Takes a message that was created or changed; `isTold` = by the socket or the feed, not by the answer to a request of its author. */
  take: (message: Message, isTold: boolean) => void;
  /** The socket may have missed messages from now on: activities are in no feed. */
  lost: () => void;
  /** The id after which messages may be missing; null = none are. */
  gap: () => number | null;
  /** How often the socket may have missed something. */
  losses: () => number;
  /** Takes messages after the gap, asked for after `losses`; `isEnd` = there were no more at that time. */
  fill: (messages: readonly Message[], isEnd: boolean, losses: number) => void;
  setState: (state: ThreadState, problem?: string) => void;
  /** Nothing is known any more. */
  clear: () => void;
};

/** Messages of a page. */
export const PAGE = 20;

export function createThread(conversationId: number): Thread {
  const ids = signal<readonly number[]>([]);
  const state = signal<ThreadState>('loading');
  const hasOlder = signal(false);
  const hasNewer = signal(false);
  const missing = signal<number | null>(null);
  /** The newest message before which the socket has told all. */
  let told = 0;
  let gapAfter: number | null = null;
  let losses = 0;

  function add(more: readonly number[]): void {
    const all = new Set([...ids.peek(), ...more]);
    if (all.size > ids.peek().length) ids.value = sorted(all, (a, b) => a - b);
  }

  return {
    conversationId,
    ids,
    state,
    hasOlder,
    hasNewer,
    missing,
    oldest: () => ids.peek()[0],
    newest: () => ids.peek().at(-1),
    takePage(messages, asked) {
      batch(() => {
        add(messages.map(({ id }) => id));
        told = Math.max(told, messages.at(-1)?.id ?? 0);
        if (asked !== losses) gapAfter ??= told;
        hasOlder.value = messages.length >= PAGE;
        state.value = 'ready';
      });
    },
    takeAround(messages, ends, asked) {
      batch(() => {
        ids.value = messages.map(({ id }) => id);
        hasOlder.value = ends.hasOlder;
        hasNewer.value = ends.hasNewer;
        state.value = 'ready';
      });
      told = messages.at(-1)?.id ?? 0;
      gapAfter = !ends.hasNewer && asked !== losses ? told : null;
    },
    takeNewer(messages, isEnd, asked) {
      batch(() => {
        add(messages.map(({ id }) => id));
        if (isEnd) hasNewer.value = false;
      });
      told = messages.at(-1)?.id ?? told;
      if (isEnd && asked !== losses) gapAfter = told;
    },
    take(message, isTold) {
      // Between the messages that are shown and a new one there are others.
      if (hasNewer.peek() && message.id > (ids.peek().at(-1) ?? 0)) return;
      if (isTold) told = Math.max(told, message.id);
      // Before the first page, and between the oldest message of the pages and older ones, there would be gaps.
      const isWhole = !hasOlder.peek();
      if (state.peek() === 'ready' && (isWhole || message.id >= (ids.peek()[0] ?? 0))) add([message.id]);
    },
    lost() {
      losses += 1;
      if (state.peek() === 'ready' && !hasNewer.peek()) gapAfter ??= told;
    },
    gap: () => gapAfter,
    losses: () => losses,
    fill(messages, isEnd, asked) {
      add(messages.map(({ id }) => id));
      const end = messages.at(-1)?.id ?? gapAfter ?? 0;
      told = Math.max(told, end);
      gapAfter = isEnd && asked === losses ? null : end;
    },
    setState: (next) => (state.value = next),
    clear() {
      gapAfter = null;
      batch(() => {
        ids.value = [];
        hasOlder.value = false;
        hasNewer.value = false;
        state.value = 'loading';
      });
    },
  };
}
