import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { found } from '../../errors.ts';
import { appOf } from './apps/apps.ts';
import { checkSettings } from './check-settings.ts';
import { findHook, type HookRow } from './queries.ts';
import { settingsColumns, settingsOf } from './settings.ts';
import { lockAccount } from '../../records/access/lock-account.ts';
import { noteInSlack } from './slack/slack-hook.ts';

/** The changes; undefined leaves a value as it is. Settings that are not given stay; null removes one. */
export type HookChanges = { enabled: boolean | undefined; settings: Attributes | undefined };

/** @throws AppError `not_found` when the hook has been deleted; `invalid` for settings that the app cannot have */
export function updateHook(tx: Tx, accountId: number, id: number, changes: HookChanges, now: Date): Promise<HookRow> {
  return inTransaction(tx, async (tx) => {
    await lockAccount(tx, accountId);
    const before = found(await findHook(tx, accountId, id), 'Hook');
    await tx.db
      .updateTable('hooks')
      .set({ enabled: changes.enabled, ...changedSettings(tx, before, changes), updated_at: now })
      .where('id', '=', id)
      .execute();
    if (before.appId === 'slack') await noteInSlack(tx, accountId);
    return found(await findHook(tx, accountId, id), 'Hook');
  });
}

/** Why a hook was switched off is forgotten when it is switched on again. */
function changedSettings(tx: Tx, hook: HookRow, { enabled, settings: given = {} }: HookChanges) {
  const app = appOf(hook.appId);
  if (app.schema === null) checkSettings(app, given);
  const all = { ...settingsOf(tx, hook), ...given, ...(enabled && { problem: null }) };
  const settings = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  if (app.schema !== null) checkSettings(app, settings);
  return settingsColumns(tx, app, settings);
}
