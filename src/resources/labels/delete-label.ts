import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { findLabel, type LabelRow } from './queries.ts';
import { followTitle, touchLabels } from './write-label.ts';

/**
 * Deletes a label; a job removes it from conversations and contacts.
 * @throws AppError `not_found` when it has been deleted
 */
export function deleteLabel(em: EntityManager, { accountId, id }: LabelRow, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    await touchLabels(em, accountId, now);
    const label = found(await findLabel(em, accountId, id), 'Label');
    await db(em).deleteFrom('labels').where('id', '=', id).execute();
    await followTitle(em, label, now);
  });
}
