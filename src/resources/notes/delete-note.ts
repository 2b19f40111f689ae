import { db, type EntityManager } from '../../db/orm.ts';

/** Deletes a note; one that is gone already is fine. */
export async function deleteNote(em: EntityManager, note: { id: number }): Promise<void> {
  await db(em).deleteFrom('notes').where('id', '=', note.id).execute();
}
