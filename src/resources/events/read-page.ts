import type { Tx } from '../../db/tx.ts';
import { EVENT_TYPES, type RecordedEventType } from '../../entities/event.ts';
import { AppError } from '../../errors.ts';
import { latestEventId, type ReadEvent, readEvents } from '../../events/feed/read-events.ts';
import type { Actor } from '../../records/actor.ts';
import { visibleInboxIds } from '../../records/visible-inboxes.ts';
import { findKept, nthEventAfter } from './queries.ts';

/** Where a reader is: after the event `lastId`; `firstId` is the oldest event that is kept. */
export type FeedState = { lastId: number; firstId: number; hasMore: boolean };
export type FeedPage = FeedState & {
  events: ReadEvent[];
  /** The inboxes whose events the caller sees; null = all, 0 stands for none. */
  inboxIds: readonly number[] | null;
};

/** What to read, and for which caller; `types` undefined = all that webhooks can subscribe to. */
export type FeedQuery = {
  accountId: number;
  caller: Pick<Actor, 'type' | 'id' | 'role'>;
  after: number;
  limit: number;
  types: readonly RecordedEventType[] | undefined;
};

/** Most events examined for an answer with a filter. */
const LOOKED_AT = 10_000;

/** Stands in `events.inbox_id` for no inbox: all members see these events. */
const OF_NO_INBOX = 0;

/** Where a reader begins who wants only what comes from now on. */
export async function readState(tx: Tx, accountId: number): Promise<FeedState> {
  const lastId = await latestEventId(tx);
  const { forgottenUpTo, firstId } = await findKept(tx, accountId);
  return { lastId: Math.max(lastId, forgottenUpTo), firstId, hasMore: false };
}

/**
 * The events after `after` that the caller sees, oldest first.
 * @throws AppError `gone`, with the number of the oldest event that is kept, when later ones have been deleted
 */
export async function readPage(tx: Tx, query: FeedQuery): Promise<FeedPage> {
  const { accountId, caller, after, limit, types } = query;
  const latest = await latestEventId(tx);
  const inboxIds = await seenInboxIds(tx, accountId, caller);
  const isFiltered = inboxIds !== null || types !== undefined;
  const within = { accountId, after, upTo: latest };
  const farthest = isFiltered ? await nthEventAfter(tx, { ...within, offset: LOOKED_AT - 1 }) : null;
  const upTo = farthest ?? latest;
  const [{ events: rows, isCut }, kept] = await tx.together((tx) => [
    readEvents(tx, {
      ...within,
      upTo,
      limit: limit + 1,
      inboxIds,
      types: types ?? EVENT_TYPES,
    }),
    // After the events: what is deleted meanwhile is noticed.
    findKept(tx, accountId),
  ]);
  if (after < kept.forgottenUpTo) throw expired(kept.firstId);
  const events = rows.slice(0, limit);
  const hasMore = rows.length > limit || isCut;
  const end = hasMore ? events.at(-1)?.id : upTo;
  return {
    events,
    inboxIds,
    lastId: Math.max(after, end ?? after),
    firstId: kept.firstId,
    hasMore: hasMore || farthest !== null,
  };
}

/** Events of no inbox are of contacts, which bots do not see. */
async function seenInboxIds(tx: Tx, accountId: number, caller: FeedQuery['caller']): Promise<number[] | null> {
  const inboxIds = await visibleInboxIds(tx, accountId, caller);
  return inboxIds && caller.type === 'User' ? [OF_NO_INBOX, ...inboxIds] : inboxIds;
}

function expired(firstId: number): AppError {
  return new AppError('gone', 'Events expired', {
    detail: `events before ${firstId} are no longer kept: continue with after=${firstId - 1}, and read again what you know`,
    firstId,
  });
}
