import { batch, type ReadonlySignal, signal } from '../../kit/signals.ts';
import type { ConsoleApi } from './api.ts';
import type { AssignmentCounts, StartAnswer, UnreadCounts } from './start.ts';

/** Counts follow changes no faster, however many there are. */
const PAUSE_MS = 5000;

export type Counts = {
  byAssignment: ReadonlySignal<AssignmentCounts>;
  /** Unread conversations. */
  unread: ReadonlySignal<UnreadCounts>;
  take: (counts: StartAnswer['counts']) => void;
  /** Something changed that may be counted. */
  changed: () => void;
  /** Reads the counts now. */
  refresh: () => void;
  stop: () => void;
};

/** How many open conversations there are by assignment, and unread ones by place. */
export function createCounts(api: ConsoleApi, first: StartAnswer['counts']): Counts {
  const byAssignment = signal(first.meta);
  const unread = signal(first.unread);
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): void {
    clearTimeout(timer);
    timer = undefined;
    readAt = Date.now();
    Promise.all([
      api.request<{ meta: AssignmentCounts }>('GET', '/conversations/meta', { query: { status: 'open' } }),
      api.request<{ payload: UnreadCounts }>('GET', '/conversations/unread_counts'),
    ]).then(
      ([{ meta }, { payload }]) =>
        batch(() => {
          byAssignment.value = meta;
          unread.value = payload;
        }),
      // The next change, or the line that is back, brings the next attempt.
      () => (readAt = 0),
    );
  }

  return {
    byAssignment,
    unread,
    take(counts) {
      byAssignment.value = counts.meta;
      unread.value = counts.unread;
    },
    changed() {
      timer ??= setTimeout(read, Math.max(0, readAt + PAUSE_MS - Date.now()));
    },
    refresh: read,
    stop: () => clearTimeout(timer),
  };
}
