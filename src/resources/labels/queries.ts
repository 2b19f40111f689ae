import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';

export type LabelRow = NonNullable<Awaited<ReturnType<typeof findLabel>>>;

/** The account's labels by title; one page, or all with `page` null. */
export function listLabels(tx: Tx, accountId: number, page: Rows | null): Promise<LabelRow[]> {
  return paged(selectLabels(tx, accountId).orderBy('title'), page).execute();
}

/** The account's label with this id; undefined when there is none. */
export function findLabel(tx: Tx, accountId: number, id: number) {
  return selectLabels(tx, accountId).where('id', '=', id).executeTakeFirst();
}

function selectLabels(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('labels')
    .where('account_id', '=', accountId)
    .select(['id', 'account_id as accountId', 'title', 'description', 'color', 'show_on_sidebar as showOnSidebar']);
}
