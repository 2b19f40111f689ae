import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { accessDenied } from '../../errors.ts';

/** Why a confined user may not work in another account. */
export const CONFINED =
  'this user was signed in by the SAML provider of another account, and works in no other until they choose a password by a mailed link (POST /auth/password)';

/**
 * Whether the user was signed in by the SAML provider of another account than this: then what they do may be done by
 * those who run that provider, and stays in its account. Locks the user, as the provider does when it signs somebody in.
 */
export async function isConfined(tx: Tx, userId: number, accountId: number): Promise<boolean> {
  await withRowLock(tx, tx.db.selectFrom('users').select('id').where('id', '=', userId)).execute();
  const bound = await tx.db
    .selectFrom('saml_users')
    .select('account_id as accountId')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return bound !== undefined && bound.accountId !== accountId;
}

/** @throws AppError `access_denied` for a user who is confined to another account */
export async function checkNotConfined(tx: Tx, userId: number, accountId: number): Promise<void> {
  if (!(await isConfined(tx, userId, accountId))) return;
  throw accessDenied(CONFINED);
}
