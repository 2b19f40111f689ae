import { db, type EntityManager } from '../../db/orm.ts';

/** Forgets what a key means; values that records have under it stay as they are. */
export async function deleteDefinition(em: EntityManager, definition: { id: number }): Promise<void> {
  await db(em).deleteFrom('custom_attribute_definitions').where('id', '=', definition.id).execute();
}
