import type { Tx } from '../../db/tx.ts';

/** Deletes a saved filter. */
export async function deleteCustomFilter(tx: Tx, filter: { id: number }): Promise<void> {
  await tx.db.deleteFrom('custom_filters').where('id', '=', filter.id).execute();
}
