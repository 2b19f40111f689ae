import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { NewLabel } from './create-label.ts';
import { findLabel, type LabelRow } from './queries.ts';
import { queueRelabel, refuseSecondTitle, touchLabels } from './write-label.ts';

/** The changes; undefined leaves a value as it is. */
export type LabelChanges = { [K in keyof NewLabel]: NewLabel[K] | undefined };

/**
 * Changes a label; a job gives conversations and contacts the new title.
 * @throws AppError `invalid` for a title that is taken, `not_found` when the label has been deleted
 */
export function updateLabel(tx: Tx, { accountId, id }: LabelRow, input: LabelChanges, now: Date): Promise<LabelRow> {
  return inTransaction(tx, async (tx) => {
    await touchLabels(tx, accountId, now);
    const before = found(await findLabel(tx, accountId, id), 'Label');
    await tx.db
      .updateTable('labels')
      .set({
        title: input.title,
        description: input.description,
        color: input.color,
        show_on_sidebar: input.showOnSidebar,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
      .catch(refuseSecondTitle);
    if (input.title !== undefined && input.title !== before.title) await queueRelabel(tx, before, now);
    return found(await findLabel(tx, accountId, id), 'Label');
  });
}
