import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import type { PermissibleType } from '../../entities/platform-permission.ts';
import { accessDenied, notFound } from '../../errors.ts';

/** Something that a platform app may manage. */
export type Permissible = { type: PermissibleType; id: number };

/** Lets the platform app manage what it has created or was granted; it may do so already. */
export async function permit(tx: Tx, platformAppId: number, { type, id }: Permissible, now: Date): Promise<void> {
  await tx.db
    .insertInto('platform_permissions')
    .values({ platform_app_id: platformAppId, permissible_type: type, permissible_id: id, created_at: now })
    .onConflict((conflict) => conflict.columns(['platform_app_id', 'permissible_type', 'permissible_id']).doNothing())
    .execute();
}

/** Notes that the platform app has named the user by their address, so that it may invite them (`mayManage`). */
export async function noteKnownUser(tx: Tx, platformAppId: number, userId: number, now: Date): Promise<void> {
  await tx.db
    .insertInto('platform_permissions')
    .values({
      platform_app_id: platformAppId,
      permissible_type: 'User',
      permissible_id: userId,
      may_manage: false,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['platform_app_id', 'permissible_type', 'permissible_id']).doNothing())
    .execute();
}

const NAMES = { User: 'User', Account: 'Account', AgentBot: 'Agent bot' } as const satisfies Record<
  PermissibleType,
  string
>;

/**
 * @throws AppError `not_found` when it does not exist; `access_denied` unless the platform app has created it or was
 *   granted it
 */
export async function checkPermitted(tx: Tx, platformAppId: number, permissible: Permissible): Promise<void> {
  if (!(await mayManage(tx, platformAppId, permissible))) throw refused();
}

/**
 * Whether the platform app created the object or was granted it; false for another app's user whose address it named.
 * @throws AppError `not_found` when the object does not exist; `access_denied` when the app has no access
 */
export async function mayManage(tx: Tx, platformAppId: number, { type, id }: Permissible): Promise<boolean> {
  if (!(await exists(tx, { type, id }))) throw notFound(NAMES[type]);
  const permission = await tx.db
    .selectFrom('platform_permissions')
    .select('may_manage as mayManage')
    .where('platform_app_id', '=', platformAppId)
    .where('permissible_type', '=', type)
    .where('permissible_id', '=', id)
    .executeTakeFirst();
  if (!permission) throw refused();
  return permission.mayManage;
}

const refused = () => accessDenied('this platform token has neither made it nor was granted it');

async function exists(tx: Tx, { type, id }: Permissible): Promise<boolean> {
  const rows = {
    User: () => tx.db.selectFrom('users').select('id').where('id', '=', id),
    Account: () => tx.db.selectFrom('accounts').select('id').where('id', '=', id).where('deleted_at', 'is', null),
    AgentBot: () => tx.db.selectFrom('agent_bots').select('id').where('id', '=', id),
  } satisfies Record<PermissibleType, () => unknown>;
  return (await rows[type]().executeTakeFirst()) !== undefined;
}

/** A query for the ids of what the platform app may manage of this type. */
export function permittedIds(tx: Tx, platformAppId: number, type: PermissibleType) {
  return tx.db
    .selectFrom('platform_permissions')
    .select('permissible_id')
    .where('platform_app_id', '=', platformAppId)
    .where('permissible_type', '=', sql.lit(type))
    .where('may_manage', '=', true);
}

/** Forgets which platform apps may manage it; call it when it is deleted. */
export async function forgetPermissions(tx: Tx, { type, id }: Permissible): Promise<void> {
  await tx.db
    .deleteFrom('platform_permissions')
    .where('permissible_type', '=', type)
    .where('permissible_id', '=', id)
    .execute();
}
