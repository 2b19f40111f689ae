import type { Tx } from '../../db/tx.ts';
import { invalidField } from '../../errors.ts';
import { dropFiles } from '../../storage/drop-files.ts';

/**
 * Makes the blobs the macro's, so that they stay as long as it sends them, and deletes those that it no longer sends.
 * `signedIds` are those that the caller has signed ids of; any other must be the macro's already.
 * @throws AppError `invalid` for a blob that the account does not have, whose content has not been sent, that another
 *   macro has, or that is neither the macro's nor among `signedIds`
 */
export async function claimBlobs(
  tx: Tx,
  accountId: number,
  macroId: number,
  { blobIds, signedIds }: { blobIds: number[]; signedIds: readonly number[] },
  now: Date,
): Promise<void> {
  const distinct = [...new Set(blobIds)];
  const left = tx.db
    .deleteFrom('blobs')
    .where('macro_id', '=', macroId)
    .where('id', 'not in', distinct.length > 0 ? distinct : [0])
    .returning('key');
  const keys = (await left.execute()).map(({ key }) => key);
  await dropFiles(tx, keys, now);
  if (distinct.length === 0) return;

  const claimed = await tx.db
    .updateTable('blobs')
    .set({ macro_id: macroId, expires_at: null })
    .where('id', 'in', distinct)
    .where('account_id', '=', accountId)
    .where('stored_at', 'is not', null)
    .where((eb) => eb.or([eb('macro_id', '=', macroId), eb('macro_id', 'is', null).and('id', 'in', [0, ...signedIds])]))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning('id')
    .execute();
  if (claimed.length === distinct.length) return;
  throw invalidField(
    'actions',
    'send_attachment names a file that is not there, or that another macro sends: upload it again',
  );
}
