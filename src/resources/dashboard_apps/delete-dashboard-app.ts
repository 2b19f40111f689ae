import type { Tx } from '../../db/tx.ts';

/** Deletes a dashboard app. */
export async function deleteDashboardApp(tx: Tx, app: { id: number }): Promise<void> {
  await tx.db.deleteFrom('dashboard_apps').where('id', '=', app.id).execute();
}
