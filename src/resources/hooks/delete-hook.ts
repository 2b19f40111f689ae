import type { Tx } from '../../db/tx.ts';
import { appOf } from './apps/apps.ts';
import { deleteIntegration } from './delete-integration.ts';
import type { HookRow } from './queries.ts';

/** Has the account no longer use the service. @throws AppError `not_found` when a connection has ended already */
export async function deleteHook(tx: Tx, { id, accountId, appId }: HookRow, now: Date): Promise<void> {
  const { provider } = appOf(appId);
  if (provider !== null) return deleteIntegration(tx, accountId, provider, now);
  await tx.db.deleteFrom('hooks').where('id', '=', id).execute();
}
