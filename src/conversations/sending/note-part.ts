import { json } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';

/**
 * Stores the ids of the parts that have been accepted, and that the next one is under way from now on. False when the
 * message is queued no more, and nothing more must be sent of it.
 */
export async function noteParts(tx: Tx, sendingId: number, partIds: readonly string[], now: Date): Promise<boolean> {
  const noted = await tx.db
    .updateTable('sendings')
    .set({ part_ids: json(partIds), begun_at: now })
    .where('id', '=', sendingId)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return Number(noted.numUpdatedRows) > 0;
}
