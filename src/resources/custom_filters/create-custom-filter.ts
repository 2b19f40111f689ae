import { json, withRowLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { FilterType } from '../../entities/custom-filter.ts';
import { invalid } from '../../errors.ts';
import { type CustomFilterRow, type Owner, readCustomFilter } from './queries.ts';

export type NewCustomFilter = { name: string; filterType: FilterType; query: Attributes };

/** The most saved filters of a user in one account, of all types together. */
const MAX_FILTERS = 1000;

/** Saves a filter for its owner. @throws AppError `invalid` when they have too many */
export function createCustomFilter(
  em: EntityManager,
  owner: Owner,
  input: NewCustomFilter,
  now: Date,
): Promise<CustomFilterRow> {
  return inTransaction(em, async (em) => {
    await checkFilterLimit(em, owner);
    const { id } = await db(em)
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
    return readCustomFilter(em, id);
  });
}

/** Locks the membership: two requests at once could otherwise both save the last one allowed. */
async function checkFilterLimit(em: EntityManager, { accountId, userId }: Owner): Promise<void> {
  const member = db(em)
    .selectFrom('account_users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId);
  await withRowLock(em, member).execute();
  const { count } = await db(em)
    .selectFrom('custom_filters')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_FILTERS) {
    throw invalid('Validation failed', `a user keeps at most ${MAX_FILTERS} filters in an account; delete one first`);
  }
}
