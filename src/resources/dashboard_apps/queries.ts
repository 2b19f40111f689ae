import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';

export type DashboardAppRow = Awaited<ReturnType<typeof readDashboardApp>>;

/** The account's apps by id; one page, or all with `page` null. */
export function listDashboardApps(tx: Tx, accountId: number, page: Rows | null): Promise<DashboardAppRow[]> {
  return paged(selectApps(tx).where('account_id', '=', accountId).orderBy('id'), page).execute();
}

/** The account's app with this id; undefined when there is none. */
export function findDashboardApp(tx: Tx, accountId: number, id: number): Promise<DashboardAppRow | undefined> {
  return selectApps(tx).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** The app with this id, which must exist. */
export function readDashboardApp(tx: Tx, id: number) {
  return selectApps(tx).where('id', '=', id).executeTakeFirstOrThrow();
}

function selectApps(tx: Tx) {
  return tx.db
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
