import { db, type EntityManager } from '../../db/orm.ts';

/** Deletes a saved filter. */
export async function deleteCustomFilter(em: EntityManager, filter: { id: number }): Promise<void> {
  await db(em).deleteFrom('custom_filters').where('id', '=', filter.id).execute();
}
