import { RequestError } from '../../kit/request.ts';
import type { ConsoleApi } from './api.ts';
import { type Change, changeOfEvent, FEED_TYPES, type FeedEvent } from '../store/changes.ts';

type FeedPage = { payload?: FeedEvent[]; meta: { last_id: number; more: boolean } };

/** More missed events than this take longer to read than the start request. */
const MOST_PAGES = 20;
const EVENTS_PER_PAGE = 100;

/**
 * Reads the events after `from`, oldest first, each page within `limitMs`; `take` gets each page with the number that it reaches.
 * @returns false when so much was missed, or so long ago, that everything has to be read anew
 * @throws RequestError
 */
export async function catchUp(
  api: ConsoleApi,
  from: number,
  limitMs: number,
  take: (changes: Change[], last: number) => void,
): Promise<boolean> {
  let after = from;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { after: String(after), limit: String(EVENTS_PER_PAGE), types: FEED_TYPES.join(',') };
    const read = await api.request<FeedPage>('GET', '/events', { query, limitMs }).catch(unlessGone);
    if (read === null) return false;
    after = read.meta.last_id;
    take((read.payload ?? []).map(changeOfEvent), after);
    if (!read.meta.more) return true;
  }
  return false;
}

/** 410: events after the number have been deleted. */
function unlessGone(error: unknown): null {
  if (error instanceof RequestError && error.status === 410) return null;
  throw error;
}
