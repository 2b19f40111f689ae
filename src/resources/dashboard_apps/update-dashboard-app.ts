import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { NewDashboardApp } from './create-dashboard-app.ts';
import { type DashboardAppRow, findDashboardApp } from './queries.ts';

/** The changes; undefined leaves a value as it is. */
export type DashboardAppChanges = { [K in keyof NewDashboardApp]: NewDashboardApp[K] | undefined };

/** Changes an app; its frames are replaced entirely. @throws AppError `not_found` when it has been deleted */
export function updateDashboardApp(
  tx: Tx,
  app: DashboardAppRow,
  input: DashboardAppChanges,
  now: Date,
): Promise<DashboardAppRow> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('dashboard_apps')
      .set({ title: input.title, content: input.content && json(input.content), updated_at: now })
      .where('id', '=', app.id)
      .execute();
    return found(await findDashboardApp(tx, app.accountId, app.id), 'Dashboard app');
  });
}
