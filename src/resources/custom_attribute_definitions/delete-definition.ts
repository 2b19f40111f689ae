import type { Tx } from '../../db/tx.ts';

/** Deletes the definition of a custom attribute; values stored under its key stay. */
export async function deleteDefinition(tx: Tx, definition: { id: number }): Promise<void> {
  await tx.db.deleteFrom('custom_attribute_definitions').where('id', '=', definition.id).execute();
}
