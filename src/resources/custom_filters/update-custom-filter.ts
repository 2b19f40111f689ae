import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { checkTotal } from '../../db/check-total.ts';
import type { Member } from '../../records/user.ts';
import type { NewCustomFilter } from './create-custom-filter.ts';
import { type CustomFilterRow, findCustomFilter } from './queries.ts';

/** The changes; undefined leaves a value as it is. */
export type CustomFilterChanges = { [K in keyof NewCustomFilter]: NewCustomFilter[K] | undefined };

/** Changes a saved filter; its query is replaced entirely. @throws AppError `not_found` when it has been deleted; `invalid` as `checkTotal` */
export function updateCustomFilter(
  tx: Tx,
  owner: Member,
  filter: CustomFilterRow,
  input: CustomFilterChanges,
  now: Date,
): Promise<CustomFilterRow> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('custom_filters')
      .set({
        name: input.name,
        filter_type: input.filterType,
        query: input.query && json(input.query),
        updated_at: now,
      })
      .where('id', '=', filter.id)
      .execute();
    if (input.query) await checkTotal(tx, 'custom_filters', { account_id: owner.accountId, user_id: owner.userId });
    return found(await findCustomFilter(tx, owner, filter.id), 'Custom filter');
  });
}
