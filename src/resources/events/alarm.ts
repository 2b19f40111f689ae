import type { RecordedEventType } from '../../entities/event.ts';
import type { Arrival } from '../../events/feed/arrivals.ts';
import { SECOND } from '../../time.ts';

/** How soon to read again after an event of an inbox that the reader did not see: they may have joined it since. */
const LOOK_AGAIN_MS = SECOND;

/** What a reader waits for; `inboxIds` as in FeedPage. */
type Wanted = { accountId: number; types: readonly RecordedEventType[] };
type Seen = { inboxIds: readonly number[] | null; lastId: number };

/** Says to a reader who waits that it is time to read again. */
export type Alarm = {
  /** Takes the events that have become readable. */
  hear(arrivals: readonly Arrival[]): void;
  /** Aborted when there is something to read since the last `reset`, for a reader who had read as far as `seen`. */
  signalFor(seen: Seen): AbortSignal;
  /** Begins anew, before reading. */
  reset(): void;
};

export function openAlarm({ accountId, types }: Wanted): Alarm {
  let since: Arrival[] = [];
  let timer: NodeJS.Timeout | undefined;
  let ring = new AbortController();
  let seen: Seen | null = null;

  function check(): void {
    if (seen === null) return;
    const { inboxIds, lastId } = seen;
    const fresh = since.filter(({ id }) => id > lastId);
    const sees = ({ inboxId }: Arrival) => inboxIds === null || (inboxId !== null && inboxIds.includes(inboxId));
    if (fresh.some(sees)) ring.abort();
    else if (fresh.length > 0) timer ??= setTimeout(() => ring.abort(), LOOK_AGAIN_MS).unref();
    since = [];
  }

  return {
    hear(arrivals) {
      since.push(...arrivals.filter((one) => one.accountId === accountId && types.includes(one.type)));
      check();
    },
    signalFor(now) {
      seen = now;
      check();
      return ring.signal;
    },
    reset() {
      clearTimeout(timer);
      timer = undefined;
      seen = null;
      ring = new AbortController();
    },
  };
}
