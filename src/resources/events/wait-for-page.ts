import { once } from 'node:events';
import type { App } from '../../app.ts';
import type { RecordedEventType } from '../../entities/event.ts';
import { AppError } from '../../errors.ts';
import { followEvents } from '../../events/feed/follow-events.ts';
import { SECOND } from '../../time.ts';
import { openAlarm } from './alarm.ts';
import type { FeedPage } from './read-page.ts';

/** The most requests of one credential that wait at the same time in this process. */
const MOST_WAITING = 50;

const waiting = new Map<string, number>();

/** How to wait: for `seconds` at most, until `over`, for events of these types; `credential` as in Caller. */
export type Waiting = {
  accountId: number;
  credential: string;
  types: readonly RecordedEventType[];
  seconds: number;
  over: AbortSignal;
};

/**
 * The first page that has events or more to read, otherwise the last one that `read` gives before the time is over. `read`
 * gets the number to read after.
 * @throws AppError `too_many_requests`; what `read` throws
 */
export async function waitForPage(
  app: App,
  after: number,
  { credential, seconds, over, ...wanted }: Waiting,
  read: (after: number) => Promise<FeedPage>,
): Promise<FeedPage> {
  const leave = enter(credential);
  const timeUp = AbortSignal.timeout(seconds * SECOND);
  const alarm = openAlarm(wanted);
  const stop = followEvents(app, alarm.hear);
  try {
    let page = await read(after);
    while (isEmpty(page) && !over.aborted && !timeUp.aborted) {
      // A new signal each time: without listeners, an `AbortSignal.any` of Node.js 26 forgets an aborted source after the
      // source is collected as garbage.
      await aborted(AbortSignal.any([alarm.signalFor(page), over, timeUp]));
      alarm.reset();
      page = await read(page.lastId);
    }
    return page;
  } finally {
    leave();
    stop();
    alarm.reset();
  }
}

const isEmpty = ({ events, hasMore }: FeedPage) => events.length === 0 && !hasMore;

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Counts a request that waits. Returns what counts it off. @throws AppError `too_many_requests` */
function enter(credential: string): () => void {
  const count = waiting.get(credential) ?? 0;
  if (count >= MOST_WAITING) throw tooMany();
  waiting.set(credential, count + 1);
  return () => {
    const left = (waiting.get(credential) ?? 1) - 1;
    if (left > 0) waiting.set(credential, left);
    else waiting.delete(credential);
  };
}

function tooMany(): AppError {
  return new AppError('too_many_requests', 'Too many requests', {
    detail: `${MOST_WAITING} requests with this token wait for events already`,
    retryAfter: 1,
  });
}
