import { db, type EntityManager } from '../../db/orm.ts';

/** Deletes the definition of a custom attribute; values stored under its key stay. */
export async function deleteDefinition(em: EntityManager, definition: { id: number }): Promise<void> {
  await db(em).deleteFrom('custom_attribute_definitions').where('id', '=', definition.id).execute();
}
