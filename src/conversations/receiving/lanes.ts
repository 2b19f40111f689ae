import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import { enqueueUnlessPending } from '../../queue.ts';

/** A sequence of an inbox's events, handled one after the other. */
export type Lane = { accountId: number; inboxId: number; lane: string };

/** The kind of jobs that handle received events. */
export const RECEIVING = 'receive_events';

/** The subject of a lane's jobs. */
export const subjectOf = ({ inboxId, lane }: Pick<Lane, 'inboxId' | 'lane'>) => `${SUBJECT} ${inboxId} ${lane}`;
const SUBJECT = 'received';

/** The same in SQL, for the lane of a row of `received_events as e`. */
export const subjectOfRow = sql<string>`${sql.lit(SUBJECT)} || ' ' || e.inbox_id || ' ' || e.lane`;

/**
 * Locks the waiting events of these lanes until the commit. Must precede the lock of a conversation. Different lanes may share
 * a lock.
 */
export async function lockLanes(tx: Tx, lanes: readonly Lane[]): Promise<void> {
  const locks = [...new Set(lanes.map((lane) => lockOf(subjectOf(lane))))].toSorted((a, b) => a - b);
  for (const lock of locks) await takeAdvisoryLock(tx, 'received events', lock);
}

const lockOf = (subject: string) => hash('sha256', subject, 'buffer').readInt32BE(0);

/** Queues a job for what waits in the lane, unless there is one. To be called after `lockLanes`. */
export function queueLane(tx: Tx, lane: Lane, now: Date): Promise<void> {
  const payload = { inbox_id: lane.inboxId, lane: lane.lane };
  const job = { kind: RECEIVING, accountId: lane.accountId, payload, subject: subjectOf(lane) };
  return enqueueUnlessPending(tx, [RECEIVING], job, now);
}
