import type { Tx } from '../../db/tx.ts';

/** Deletes a canned response; messages written with it stay as they are. */
export async function deleteCannedResponse(tx: Tx, response: { id: number }): Promise<void> {
  await tx.db.deleteFrom('canned_responses').where('id', '=', response.id).execute();
}
