import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { claimBlobs } from '../../storage/claim-blobs.ts';
import type { MacroRow } from './queries.ts';

/** Deletes a macro with its files. */
export function deleteMacro(tx: Tx, { id, accountId }: MacroRow, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await claimBlobs(tx, accountId, { macroId: id }, { blobIds: [], signedIds: [] }, now);
    await tx.db.deleteFrom('macros').where('id', '=', id).execute();
  });
}
