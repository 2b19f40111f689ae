import { db, type EntityManager } from '../../db/orm.ts';

/** Deletes a canned response; messages written with it stay as they are. */
export async function deleteCannedResponse(em: EntityManager, response: { id: number }): Promise<void> {
  await db(em).deleteFrom('canned_responses').where('id', '=', response.id).execute();
}
