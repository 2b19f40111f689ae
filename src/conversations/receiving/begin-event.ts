import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { endJob } from '../../queue.ts';
import { type Lane, lockLanes, queueLane } from './lanes.ts';

/** An event to handle. */
export type WaitingEvent = { id: number; body: string; fileKey: string | null; createdAt: Date };

/** The first event that waits in the lane; null = none waits, and the job with this id has ended. */
export function beginEvent(tx: Tx, lane: Lane, jobId: number, now: Date): Promise<WaitingEvent | null> {
  return inTransaction(tx, async (tx) => {
    await lockLanes(tx, [lane]);
    const first = await firstIn(tx, lane);
    // Events stored from now on find no job, and queue one.
    if (!first) await endJob(tx, jobId, now);
    return first ?? null;
  });
}

/** Ends the job with this id, and queues another for the rest of the lane, so that other lanes get their turn. */
export function leaveLane(tx: Tx, lane: Lane, jobId: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockLanes(tx, [lane]);
    await endJob(tx, jobId, now);
    if (await firstIn(tx, lane)) await queueLane(tx, lane, now);
  });
}

function firstIn(tx: Tx, { inboxId, lane }: Lane): Promise<WaitingEvent | undefined> {
  return tx.db
    .selectFrom('received_events')
    .select(['id', 'body', 'file_key as fileKey', 'created_at as createdAt'])
    .where('inbox_id', '=', inboxId)
    .where('lane', '=', lane)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
