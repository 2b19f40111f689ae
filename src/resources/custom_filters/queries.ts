import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import type { FilterType } from '../../entities/custom-filter.ts';
import type { Member } from '../../records/user.ts';

export type CustomFilterRow = Awaited<ReturnType<typeof readCustomFilter>>;

/** The owner's filters of one type, by id; one page, or all with `page` null. */
export function listCustomFilters(
  tx: Tx,
  owner: Member,
  type: FilterType,
  page: Rows | null,
): Promise<CustomFilterRow[]> {
  return paged(ofOwner(tx, owner).where('filter_type', '=', type).orderBy('id'), page).execute();
}

/** The owner's filter with this id; undefined when there is none. */
export function findCustomFilter(tx: Tx, owner: Member, id: number): Promise<CustomFilterRow | undefined> {
  return ofOwner(tx, owner).where('id', '=', id).executeTakeFirst();
}

/** The filter with this id, which must exist. */
export function readCustomFilter(tx: Tx, id: number) {
  return selectFilters(tx).where('id', '=', id).executeTakeFirstOrThrow();
}

function ofOwner(tx: Tx, { accountId, userId }: Member) {
  return selectFilters(tx).where('account_id', '=', accountId).where('user_id', '=', userId);
}

function selectFilters(tx: Tx) {
  return tx.db
    .selectFrom('custom_filters')
    .select(['id', 'name', 'filter_type as filterType', 'query', 'created_at as createdAt', 'updated_at as updatedAt']);
}
