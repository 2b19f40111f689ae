import type { Tx } from '../../db/tx.ts';

/** Deletes a canned response. Messages written with it stay unchanged. */
export async function deleteCannedResponse(tx: Tx, response: { id: number }): Promise<void> {
  await tx.db.deleteFrom('canned_responses').where('id', '=', response.id).execute();
}
