import type { Tx } from '../../db/tx.ts';

/** Deletes a note; a note that was deleted before is no error. */
export async function deleteNote(tx: Tx, note: { id: number }): Promise<void> {
  await tx.db.deleteFrom('notes').where('id', '=', note.id).execute();
}
