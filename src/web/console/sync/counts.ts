import { type ReadonlySignal, signal } from '../../kit/signals.ts';
import type { ConsoleApi } from './api.ts';
import type { AssignmentCounts } from './start.ts';

/** Counts follow changes no faster, however many there are. */
const PAUSE_MS = 5000;

export type Counts = {
  byAssignment: ReadonlySignal<AssignmentCounts>;
  take: (counts: AssignmentCounts) => void;
  /** Something changed that may be counted. */
  changed: () => void;
  /** Reads the counts now. */
  refresh: () => void;
  stop: () => void;
};

/** How many open conversations there are by assignment. */
export function createCounts(api: ConsoleApi, first: AssignmentCounts): Counts {
  const byAssignment = signal(first);
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(): void {
    clearTimeout(timer);
    timer = undefined;
    readAt = Date.now();
    api.request<{ meta: AssignmentCounts }>('GET', '/conversations/meta', { query: { status: 'open' } }).then(
      ({ meta }) => (byAssignment.value = meta),
      // The next change, or the line that is back, brings the next attempt.
      () => (readAt = 0),
    );
  }

  return {
    byAssignment,
    take: (counts) => (byAssignment.value = counts),
    changed() {
      timer ??= setTimeout(read, Math.max(0, readAt + PAUSE_MS - Date.now()));
    },
    refresh: read,
    stop: () => clearTimeout(timer),
  };
}
