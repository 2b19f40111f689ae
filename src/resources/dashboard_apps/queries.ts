import { db, type EntityManager } from '../../db/orm.ts';
import { paged, type Range } from '../../db/paged.ts';

export type DashboardAppRow = Awaited<ReturnType<typeof readDashboardApp>>;

/** The account's apps, oldest first; one page, or all with `page` null. */
export function listDashboardApps(
  em: EntityManager,
  accountId: number,
  page: Range | null,
): Promise<DashboardAppRow[]> {
  return paged(selectApps(em).where('account_id', '=', accountId).orderBy('id'), page).execute();
}

/** The account's app with this id; undefined when there is none. */
export function findDashboardApp(
  em: EntityManager,
  accountId: number,
  id: number,
): Promise<DashboardAppRow | undefined> {
  return selectApps(em).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
}

/** The app with this id, which must exist. */
export function readDashboardApp(em: EntityManager, id: number) {
  return selectApps(em).where('id', '=', id).executeTakeFirstOrThrow();
}

function selectApps(em: EntityManager) {
  return db(em)
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
