import type { Tx } from '../../db/tx.ts';
import type { Db } from '../../db/database.ts';
import { type Extent, extentOf, type Rows } from '../../db/pages/paged.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';

export type DashboardAppRow = Awaited<ReturnType<typeof readDashboardApp>>;

/** The account's apps by id; one page, or all with `page` null. */
export function listDashboardApps(tx: Tx, accountId: number, page: Rows | null): Promise<DashboardAppRow[]> {
  const { values, extent } = extentOf(page);
  return ofAccount(tx, { accountId, ...values }, extent);
}

/** The account's app with this id; undefined when there is none. */
export function findDashboardApp(tx: Tx, accountId: number, id: number): Promise<DashboardAppRow | undefined> {
  return selectApps(tx.db).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** The app with this id, which must exist. */
export function readDashboardApp(tx: Tx, id: number) {
  return selectApps(tx.db).where('id', '=', id).executeTakeFirstOrThrow();
}

const ofAccount = remembered((db, values: Placeholders<{ accountId: number } & Rows>, extent: Extent) =>
  selectApps(db)
    .where('account_id', '=', values.accountId)
    .orderBy('id')
    .$if(extent === 'page', (query) => query.limit(values.limit).offset(values.offset)),
);

function selectApps(db: Db) {
  return db
    .selectFrom('dashboard_apps')
    .select([
      'id',
      'account_id as accountId',
      'user_id as userId',
      'title',
      'content',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ]);
}
