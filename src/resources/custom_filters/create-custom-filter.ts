import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { FilterType } from '../../entities/custom-filter.ts';
import { invalid } from '../../errors.ts';
import { checkTotal } from '../../db/check-total.ts';
import type { Member } from '../../records/user.ts';
import { type CustomFilterRow, readCustomFilter } from './queries.ts';

export type NewCustomFilter = { name: string; filterType: FilterType; query: Attributes };

/** The most saved filters of a user in one account, of all types together. */
const MAX_FILTERS = 1000;

/** Saves a filter for its owner. @throws AppError `invalid` when they have `MAX_FILTERS` already, and as `checkTotal` */
export function createCustomFilter(tx: Tx, owner: Member, input: NewCustomFilter, now: Date): Promise<CustomFilterRow> {
  return inTransaction(tx, async (tx) => {
    await checkFilterLimit(tx, owner);
    const { id } = await tx.db
      .insertInto('custom_filters')
      .values({
        account_id: owner.accountId,
        user_id: owner.userId,
        name: input.name,
        filter_type: input.filterType,
        query: json(input.query),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await checkTotal(tx, 'custom_filters', { account_id: owner.accountId, user_id: owner.userId });
    return readCustomFilter(tx, id);
  });
}

/** Locks the membership: two requests at once could otherwise both save the last one allowed. */
async function checkFilterLimit(tx: Tx, { accountId, userId }: Member): Promise<void> {
  const member = tx.db
    .selectFrom('account_users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId);
  await withRowLock(tx, member).execute();
  const { count } = await tx.db
    .selectFrom('custom_filters')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_FILTERS) {
    throw invalid('Validation failed', `a user keeps at most ${MAX_FILTERS} filters in an account; delete one first`);
  }
}
