import type { Tx } from '../../db/tx.ts';
import type { Db } from '../../db/database.ts';
import { type Extent, extentOf, type Rows } from '../../db/pages/paged.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';

export type LabelRow = NonNullable<Awaited<ReturnType<typeof findLabel>>>;

/** The account's labels by title; one page, or all with `page` null. */
export function listLabels(tx: Tx, accountId: number, page: Rows | null): Promise<LabelRow[]> {
  const { values, extent } = extentOf(page);
  return byTitle(tx, { accountId, ...values }, extent);
}

/** The account's label with this id; undefined when there is none. */
export function findLabel(tx: Tx, accountId: number, id: number) {
  return selectLabels(tx.db).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

const byTitle = remembered((db, values: Placeholders<{ accountId: number } & Rows>, extent: Extent) =>
  selectLabels(db)
    .where('account_id', '=', values.accountId)
    .orderBy('title')
    .$if(extent === 'page', (query) => query.limit(values.limit).offset(values.offset)),
);

function selectLabels(db: Db) {
  return db
    .selectFrom('labels')
    .select(['id', 'account_id as accountId', 'title', 'description', 'color', 'show_on_sidebar as showOnSidebar']);
}
