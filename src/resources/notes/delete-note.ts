import { db, type EntityManager } from '../../db/orm.ts';

/** Deletes a note; a note that was deleted before is no error. */
export async function deleteNote(em: EntityManager, note: { id: number }): Promise<void> {
  await db(em).deleteFrom('notes').where('id', '=', note.id).execute();
}
