import { inTransaction } from '../../db/transaction.ts';
import { inList } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import { lockLanes, queueLane } from './lanes.ts';

/** Events in one transaction. */
const BATCH = 100;

/** Failed events of an inbox: with these ids, and received at `since` or later; null = all. */
export type FailedEvents = { inboxId: number; ids: readonly number[] | null; since: Date | null };

/**
 * Queues failed events again, as if just received, but before later events of the same contact. Other events are left alone.
 * Returns their number.
 */
export async function retryEvents(tx: Tx, which: FailedEvents, now: Date): Promise<number> {
  let retried = 0;
  // Events that fail again meanwhile are not repeated.
  for (let after = 0; ;) {
    const batch = await listFailed(tx, which, after);
    const last = batch.at(-1);
    if (!last) return retried;
    after = last.id;
    retried += await inTransaction(tx, (tx) => retryBatch(tx, batch, now));
  }
}

type FailedEvent = Awaited<ReturnType<typeof listFailed>>[number];

function listFailed(tx: Tx, { inboxId, ids, since }: FailedEvents, after: number) {
  return tx.db
    .selectFrom('received_events')
    .select(['id', 'account_id as accountId', 'inbox_id as inboxId', 'lane'])
    .where('inbox_id', '=', inboxId)
    .where('status', '=', 'failed')
    .where('id', '>', after)
    .$if(ids !== null, (query) => query.where(inList(tx, 'id', JSON.stringify(ids))))
    .$if(since !== null, (query) => query.where('created_at', '>=', since ?? new Date(0)))
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

async function retryBatch(tx: Tx, batch: readonly FailedEvent[], now: Date): Promise<number> {
  await lockLanes(tx, batch);
  const changed = await tx.db
    .updateTable('received_events')
    .set({ status: 'waiting', error: null, ended_at: null })
    .where(inList(tx, 'id', JSON.stringify(batch.map(({ id }) => id))))
    .where('status', '=', 'failed')
    .returning('id')
    .execute();
  for (const lane of batch) await queueLane(tx, lane, now);
  return changed.length;
}
