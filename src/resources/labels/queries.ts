import { db, type EntityManager } from '../../db/orm.ts';
import { paged, type Range } from '../../db/paged.ts';

export type LabelRow = NonNullable<Awaited<ReturnType<typeof findLabel>>>;

/** The account's labels by title; one page, or all with `page` null. */
export function listLabels(em: EntityManager, accountId: number, page: Range | null): Promise<LabelRow[]> {
  return paged(selectLabels(em, accountId).orderBy('title'), page).execute();
}

/** The account's label with this id; undefined when there is none. */
export function findLabel(em: EntityManager, accountId: number, id: number) {
  return selectLabels(em, accountId).where('id', '=', id).executeTakeFirst();
}

function selectLabels(em: EntityManager, accountId: number) {
  return db(em)
    .selectFrom('labels')
    .where('account_id', '=', accountId)
    .select(['id', 'account_id as accountId', 'title', 'description', 'color', 'show_on_sidebar as showOnSidebar']);
}
