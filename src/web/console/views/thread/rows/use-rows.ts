import type { RefObject } from 'preact';
import type { ReadonlySignal } from '../../../../kit/signals.ts';
import { useEffect, useKept, useSignal } from '../../../../kit/view.ts';
import type { Console } from '../../../console.ts';
import type { Thread } from '../../../store/thread.ts';
import { NEWEST, newerWindow, olderWindow, rangeOf, type RowsWindow, STEP, windowAround } from './rows-window.ts';
import { useAnchor } from './use-anchor.ts';

export type Rows = {
  /** The part of the thread's ids that is in the page: from `from` to `to`, without the latter. */
  range: () => { from: number; to: number };
  isReading: ReadonlySignal<boolean>;
  /** Whether the reader is at the end of what is in the page. */
  isAtEnd: ReadonlySignal<boolean>;
  /** A step further back, or further on. */
  older: () => Promise<void>;
  newer: () => Promise<void>;
  toNewest: () => void;
  /** Shows a message that the thread has. */
  toMessage: (id: number) => void;
  /** Follows the reader, for `onScroll`. */
  follow: () => void;
};

/** Nearer to an end than this, in pixels, the reader is there. */
const NEAR = 120;

/** Which rows of a thread are in the page, as its reader moves. */
export function useRows(console: Console, thread: Thread, scroller: RefObject<HTMLElement | null>): Rows {
  const shown = useSignal<RowsWindow>(NEWEST);
  const isReading = useSignal(false);
  const isAtEnd = useSignal(true);
  const wanted = useKept(() => ({ id: null as number | null }));
  const isPinned = () => isAtEnd.peek() && shown.peek().end === null && !thread.hasNewer.peek();
  const anchor = useAnchor(scroller, isPinned);
  const ids = () => thread.ids.peek();

  /** Scrolls to the wanted message, as soon as its row is there. */
  function scrollToWanted(): void {
    const row = wanted.id === null ? null : document.getElementById(`message-${wanted.id}`);
    if (!row) return;
    wanted.id = null;
    row.scrollIntoView({ block: 'center' });
    follow();
  }
  useEffect(scrollToWanted);

  async function once(read: () => Promise<void>): Promise<void> {
    if (isReading.peek()) return;
    isReading.value = true;
    await read();
    isReading.value = false;
  }

  const older = () =>
    once(async () => {
      if (rangeOf(shown.peek(), ids()).from < STEP && thread.hasOlder.peek()) await console.loadOlder(thread);
      shown.value = olderWindow(shown.peek(), ids());
    });

  const newer = () =>
    once(async () => {
      const { to } = rangeOf(shown.peek(), ids());
      // The rows up to here stay, wherever the end of the thread is then.
      shown.value = { ...shown.peek(), end: ids()[to - 1] ?? null };
      if (ids().length - to < STEP && thread.hasNewer.peek()) await console.loadNewer(thread);
      shown.value = newerWindow(shown.peek(), ids());
    });

  function follow(): void {
    const { current } = scroller;
    if (!current) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    isAtEnd.value = scrollTop > -NEAR;
    anchor.note();
    const isInWhole = scrollHeight <= clientHeight;
    const { from, to } = rangeOf(shown.peek(), ids());
    const isAtBeginning = scrollHeight - clientHeight + scrollTop < NEAR;
    if (isAtBeginning && !isInWhole && (from > 0 || thread.hasOlder.peek())) void older();
    else if (isAtEnd.peek() && (to < ids().length || thread.hasNewer.peek())) void newer();
  }

  return {
    range: () => rangeOf(shown.value, thread.ids.value),
    isReading,
    isAtEnd,
    older,
    newer,
    toNewest() {
      shown.value = NEWEST;
      isAtEnd.value = true;
      if (thread.hasNewer.peek()) void console.loadNewest(thread);
      scroller.current?.scrollTo({ top: 0 });
    },
    toMessage(id) {
      wanted.id = id;
      const { from, to } = rangeOf(shown.peek(), ids());
      const index = ids().indexOf(id);
      if (index < from || index >= to) shown.value = windowAround(id, ids());
      else scrollToWanted();
    },
    follow,
  };
}
