import type { Tx } from '../db/tx.ts';
import { invalidField } from '../errors.ts';
import { dropFiles } from './drop-files.ts';

/** A macro or an automation rule, by its row key. */
type Owner = { macroId: number } | { ruleId: number };

/**
 * Assigns the blobs to their owner, so that they stay while the owner sends them, and deletes the owner's other blobs.
 * `signedIds`: blobs for which the caller has signed ids; any others must already be the owner's.
 * @throws AppError `invalid` for an unknown blob, a blob without content, another owner's blob, or a blob that is neither the
 *   owner's nor among `signedIds`
 */
export async function claimBlobs(
  tx: Tx,
  accountId: number,
  owner: Owner,
  { blobIds, signedIds }: { blobIds: number[]; signedIds: readonly number[] },
  now: Date,
): Promise<void> {
  const [own, ownerId] =
    'macroId' in owner ? (['macro_id', owner.macroId] as const) : (['rule_id', owner.ruleId] as const);
  const distinct = [...new Set(blobIds)];
  const left = tx.db
    .deleteFrom('blobs')
    .where(own, '=', ownerId)
    .where('id', 'not in', distinct.length > 0 ? distinct : [0])
    .returning('key');
  const keys = (await left.execute()).map(({ key }) => key);
  await dropFiles(tx, keys, now);
  if (distinct.length === 0) return;

  const claimed = await tx.db
    .updateTable('blobs')
    .set({ [own]: ownerId, expires_at: null })
    .where('id', 'in', distinct)
    .where('account_id', '=', accountId)
    .where('stored_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb(own, '=', ownerId),
        eb('macro_id', 'is', null)
          .and('rule_id', 'is', null)
          .and('id', 'in', [0, ...signedIds]),
      ]),
    )
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returning('id')
    .execute();
  if (claimed.length === distinct.length) return;
  throw invalidField(
    'actions',
    'send_attachment names a file that is not there, or that something else sends: upload it again',
  );
}
