import type { Tx } from '../../db/tx.ts';
import { listHooks } from '../hooks/queries.ts';
import type { Used } from './presenter.ts';

/** Which apps the account has. */
export async function readUsed(tx: Tx, accountId: number): Promise<Used> {
  const [hooks, webhook, dashboardApp] = await tx.together((tx) => [
    listHooks(tx, accountId),
    tx.db.selectFrom('webhooks').select('id').where('account_id', '=', accountId).limit(1).executeTakeFirst(),
    tx.db.selectFrom('dashboard_apps').select('id').where('account_id', '=', accountId).limit(1).executeTakeFirst(),
  ]);
  return { hooks, hasWebhooks: webhook !== undefined, hasDashboardApps: dashboardApp !== undefined };
}
