import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { found, invalidField } from '../../errors.ts';
import type { AppId } from './apps/app.ts';
import { appOf } from './apps/apps.ts';
import { checkSettings } from './check-settings.ts';
import { findHook, type HookRow } from './queries.ts';
import { settingsColumns } from './settings.ts';

export type NewHook = { appId: AppId; enabled: boolean; settings: Attributes };

/**
 * Has the account use a service with these settings.
 * @throws AppError `invalid` for an app that is set up elsewhere, for settings that it cannot have, and where the account
 *   uses it already
 */
export function createHook(tx: Tx, accountId: number, input: NewHook, now: Date): Promise<HookRow> {
  const app = appOf(input.appId);
  if (app.provider !== null) {
    throw invalidField('app_id', `${app.id} is connected at its provider: see action in GET .../integrations/apps`);
  }
  if (app.schema === null) {
    throw invalidField('app_id', `${app.id} has no hooks: its own operations are in the document`);
  }
  checkSettings(app, input.settings);

  return inTransaction(tx, async (tx) => {
    const added = await tx.db
      .insertInto('hooks')
      .values({
        account_id: accountId,
        app_id: app.id,
        enabled: input.enabled,
        ...settingsColumns(tx, app, input.settings),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'app_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) {
      throw invalidField('app_id', 'has already been taken: the account uses it already, change that with PATCH');
    }
    return found(await findHook(tx, accountId, added.id), 'Hook');
  });
}
