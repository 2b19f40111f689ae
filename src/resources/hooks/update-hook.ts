import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { found } from '../../errors.ts';
import { appOf } from './apps/apps.ts';
import { checkSettings } from './check-settings.ts';
import { findHook, type HookRow, lockHook } from './queries.ts';
import { settingsColumns, settingsOf } from './settings.ts';

/** The changes; undefined leaves a value as it is. Settings that are not given stay; null removes one. */
export type HookChanges = { enabled: boolean | undefined; settings: Attributes | undefined };

/** @throws AppError `not_found` when the hook has been deleted; `invalid` for settings that the app cannot have */
export function updateHook(
  tx: Tx,
  accountId: number,
  id: number,
  { enabled, settings }: HookChanges,
  now: Date,
): Promise<HookRow> {
  return inTransaction(tx, async (tx) => {
    await lockHook(tx, id);
    const before = found(await findHook(tx, accountId, id), 'Hook');
    await tx.db
      .updateTable('hooks')
      .set({ enabled, ...(settings && changedSettings(tx, before, settings)), updated_at: now })
      .where('id', '=', id)
      .execute();
    return found(await findHook(tx, accountId, id), 'Hook');
  });
}

function changedSettings(tx: Tx, hook: HookRow, given: Attributes) {
  const app = appOf(hook.appId);
  const all = Object.entries({ ...settingsOf(tx, hook), ...given });
  const settings = Object.fromEntries(all.filter(([, value]) => value !== null));
  checkSettings(app, settings);
  return settingsColumns(tx, app, settings);
}
