import type { Tx } from '../../db/tx.ts';
import type { Db } from '../../db/database.ts';
import { type Extent, extentOf, type Rows } from '../../db/pages/paged.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { FilterType } from '../../entities/custom-filter.ts';
import type { Member } from '../../records/user.ts';

export type CustomFilterRow = Awaited<ReturnType<typeof readCustomFilter>>;

/** The owner's filters of one type, by id; one page, or all with `page` null. */
export function listCustomFilters(
  tx: Tx,
  { accountId, userId }: Member,
  type: FilterType,
  page: Rows | null,
): Promise<CustomFilterRow[]> {
  const { values, extent } = extentOf(page);
  return ofType(tx, { accountId, userId, type, ...values }, extent);
}

/** The owner's filter with this id; undefined when there is none. */
export function findCustomFilter(
  tx: Tx,
  { accountId, userId }: Member,
  id: number,
): Promise<CustomFilterRow | undefined> {
  return selectFilters(tx.db)
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The filter with this id, which must exist. */
export function readCustomFilter(tx: Tx, id: number) {
  return selectFilters(tx.db).where('id', '=', id).executeTakeFirstOrThrow();
}

const ofType = remembered((db, values: Placeholders<Member & { type: FilterType } & Rows>, extent: Extent) =>
  selectFilters(db)
    .where('account_id', '=', values.accountId)
    .where('user_id', '=', values.userId)
    .where('filter_type', '=', values.type)
    .orderBy('id')
    .$if(extent === 'page', (query) => query.limit(values.limit).offset(values.offset)),
);

function selectFilters(db: Db) {
  return db
    .selectFrom('custom_filters')
    .select(['id', 'name', 'filter_type as filterType', 'query', 'created_at as createdAt', 'updated_at as updatedAt']);
}
