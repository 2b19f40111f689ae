import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { findLabel, type LabelRow } from './queries.ts';
import { checkLabelLimit, refuseSecondTitle, touchLabels } from './write-label.ts';

export type NewLabel = { title: string; description: string | null; color: string; showOnSidebar: boolean };

/** Adds a label to the account. @throws AppError `invalid` for a title that is taken, and where the account may have no more */
export function createLabel(tx: Tx, account: AccountRecord, input: NewLabel, now: Date): Promise<LabelRow> {
  return inTransaction(tx, async (tx) => {
    await touchLabels(tx, account.id, now);
    await checkLabelLimit(tx, account.id);
    const { id } = await tx.db
      .insertInto('labels')
      .values({
        account_id: account.id,
        title: input.title,
        description: input.description,
        color: input.color,
        show_on_sidebar: input.showOnSidebar,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondTitle);
    return found(await findLabel(tx, account.id, id), 'Label');
  });
}
