import { db, type EntityManager } from '../../db/orm.ts';
import { paged, type Range } from '../../db/paged.ts';
import type { FilterType } from '../../entities/custom-filter.ts';

export type CustomFilterRow = Awaited<ReturnType<typeof readCustomFilter>>;

/** The owner of filters: a user in one account. */
export type Owner = { accountId: number; userId: number };

/** The owner's filters of one type, oldest first; one page, or all with `page` null. */
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

/** The filter with this id, which must exist. */
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
