import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { findLabel, type LabelRow } from './queries.ts';
import { queueRelabel, touchLabels } from './write-label.ts';

/**
 * Deletes a label; a job removes it from conversations and contacts.
 * @throws AppError `not_found` when it has been deleted
 */
export function deleteLabel(tx: Tx, { accountId, id }: LabelRow, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await touchLabels(tx, accountId, now);
    const label = found(await findLabel(tx, accountId, id), 'Label');
    await tx.db.deleteFrom('labels').where('id', '=', id).execute();
    await queueRelabel(tx, label, now);
  });
}
