import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { type Lane, lockLanes, queueLane, RECEIVING, subjectOfRow } from './lanes.ts';

/** Lanes in one go. */
const MOST = 100;

/** Whether events wait, with a job or without. Read at once, unlike what follows. */
export async function isAnyEventWaiting(tx: Tx): Promise<boolean> {
  const waiting = tx.db.selectFrom('received_events').select('id').where('status', '=', 'waiting').limit(1);
  return (await waiting.executeTakeFirst()) !== undefined;
}

/** The lanes in which events wait without a job that handles them, as after a job has been deleted; a hundred at most. */
export function findLeftLanes(tx: Tx, most = MOST): Promise<Lane[]> {
  return tx.aside.db
    .selectFrom('received_events as e')
    .innerJoin('inboxes as i', 'i.id', 'e.inbox_id')
    .select(['i.account_id as accountId', 'e.inbox_id as inboxId', 'e.lane'])
    .distinct()
    .where('e.status', '=', 'waiting')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('jobs as j')
            .select('j.id')
            .where('j.subject', '=', subjectOfRow)
            .where('j.kind', '=', RECEIVING)
            .where('j.status', '=', 'pending'),
        ),
      ),
    )
    .limit(most)
    .execute();
}

/** Queues a job for the events that wait in the lane, unless there is one now. */
export function resumeLane(tx: Tx, lane: Lane, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockLanes(tx, [lane]);
    await queueLane(tx, lane, now);
  });
}
