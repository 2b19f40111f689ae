import type { Tx } from '../../db/tx.ts';
import type { ReceivedStatus } from '../../entities/received-event.ts';
import { storable } from '../../fields/storable.ts';

const ERROR_LENGTH = 1000;

/** How the handling of an event ended; `error` says why it failed or was ignored. */
export type EventEnd = { status: Exclude<ReceivedStatus, 'waiting'>; error: string | null };

/**
 * Stores the end of an event. Its content is kept only if it failed; otherwise its file is no longer named. False = the event
 * no longer waits, and its content must not be stored.
 */
export async function endEvent(tx: Tx, id: number, { status, error }: EventEnd, now: Date): Promise<boolean> {
  const ended = await tx.db
    .updateTable('received_events')
    .set({
      status,
      error: error === null ? null : storable(error, ERROR_LENGTH),
      ...(status !== 'failed' && { body: '', file_key: null }),
      ended_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return Number(ended.numUpdatedRows) > 0;
}
