import type { Provider } from '../../channels/providers.ts';
import { json } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';

/** How far the sending of a message is: the ids of its accepted parts, who has them, and since when the next one may be there. */
export type Progress = { partIds: readonly string[]; provider: Provider; begunAt: Date };

/**
 * Stores the ids of the parts that have been accepted, and that the next one is under way from now on. False when the
 * message is queued no more, and nothing more must be sent of it.
 */
export async function noteParts(tx: Tx, sendingId: number, { partIds, provider, begunAt }: Progress): Promise<boolean> {
  const noted = await tx.db
    .updateTable('sendings')
    .set({ part_ids: json(partIds), provider, begun_at: begunAt })
    .where('id', '=', sendingId)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return Number(noted.numUpdatedRows) > 0;
}
