import { db, type EntityManager } from '../../db/orm.ts';
import { paged, type Range } from '../../db/paged.ts';
import type { FilterType } from '../../entities/custom-filter.ts';

export type CustomFilterRow = Awaited<ReturnType<typeof readCustomFilter>>;

/** Whose filters: a user's, in one account. */
export type Owner = { accountId: number; userId: number };

/** The filters of one kind, oldest first; one page of them, or with null all. */
export function listCustomFilters(
  em: EntityManager,
  owner: Owner,
  type: FilterType,
  page: Range | null,
): Promise<CustomFilterRow[]> {
  return paged(ofOwner(em, owner).where('filter_type', '=', type).orderBy('id'), page).execute();
}

/** The owner's filter with this id; undefined when there is none. */
export function findCustomFilter(em: EntityManager, owner: Owner, id: number): Promise<CustomFilterRow | undefined> {
  return ofOwner(em, owner).where('id', '=', id).executeTakeFirst();
}

/** The filter with this id, which is there. */
export function readCustomFilter(em: EntityManager, id: number) {
  return selectFilters(em).where('id', '=', id).executeTakeFirstOrThrow();
}

function ofOwner(em: EntityManager, { accountId, userId }: Owner) {
  return selectFilters(em).where('account_id', '=', accountId).where('user_id', '=', userId);
}

function selectFilters(em: EntityManager) {
  return db(em)
    .selectFrom('custom_filters')
    .select(['id', 'name', 'filter_type as filterType', 'query', 'created_at as createdAt', 'updated_at as updatedAt']);
}
