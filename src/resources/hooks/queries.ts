import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { AppId } from './apps/app.ts';

export type HookRow = {
  id: number;
  accountId: number;
  appId: AppId;
  enabled: boolean;
  /** What administrators see. */
  settings: Attributes;
  sealedSettings: string | null;
  /** Messages after this one are sent to Slack; null = all. */
  afterMessageId: number | null;
  /** Null = it is not connected at a provider; likewise the next two. */
  authorizationId: number | null;
  /** The provider's description of the connection. */
  details: Attributes | null;
  /** The provider's name for it. */
  referenceId: string | null;
  /** Why an administrator must connect it again; null = it works, or it is not connected. */
  problem: string | null;
};

/** The hooks of the account, by id. */
export function listHooks(tx: Tx, accountId: number): Promise<HookRow[]> {
  return select(tx).where('h.account_id', '=', accountId).orderBy('h.id').execute();
}

/** The account's hook with this id. */
export function findHook(tx: Tx, accountId: number, id: number): Promise<HookRow | undefined> {
  return select(tx).where('h.account_id', '=', accountId).where('h.id', '=', id).executeTakeFirst();
}

/** The account's hook for an app, also one that is switched off. */
export function findHookOf(tx: Tx, accountId: number, appId: AppId): Promise<HookRow | undefined> {
  return select(tx).where('h.account_id', '=', accountId).where('h.app_id', '=', appId).executeTakeFirst();
}

/** The same; undefined = it has none, or that is switched off. */
export function findEnabledHook(tx: Tx, accountId: number, appId: AppId): Promise<HookRow | undefined> {
  return select(tx)
    .where('h.account_id', '=', accountId)
    .where('h.app_id', '=', appId)
    .where('h.enabled', '=', true)
    .executeTakeFirst();
}

/** Whether the account uses the app. */
export async function usesApp(tx: Tx, accountId: number, appId: AppId): Promise<boolean> {
  return (await enabledOf(tx, { accountId, appId })).length > 0;
}

const enabledOf = remembered((db, values: Placeholders<{ accountId: number; appId: AppId }>) =>
  db
    .selectFrom('hooks')
    .select('id')
    .where('account_id', '=', values.accountId)
    .where('app_id', '=', values.appId)
    .where('enabled', '=', sql.lit(true)),
);

function select(tx: Tx) {
  return tx.db
    .selectFrom('hooks as h')
    .leftJoin('authorizations as z', 'z.id', 'h.authorization_id')
    .select([
      'h.id',
      'h.account_id as accountId',
      'h.enabled',
      'h.settings',
      'h.sealed_settings as sealedSettings',
      'h.after_message_id as afterMessageId',
      'h.authorization_id as authorizationId',
      'z.details',
      'z.reference_id as referenceId',
      'z.problem',
    ])
    .select((eb) => eb.ref('h.app_id').$castTo<AppId>().as('appId'));
}
