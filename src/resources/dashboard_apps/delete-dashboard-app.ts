import { db, type EntityManager } from '../../db/orm.ts';

/** Deletes a dashboard app. */
export async function deleteDashboardApp(em: EntityManager, app: { id: number }): Promise<void> {
  await db(em).deleteFrom('dashboard_apps').where('id', '=', app.id).execute();
}
