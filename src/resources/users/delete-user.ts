import { withDeletionLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { dropTokens } from '../access_tokens/replace-token.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';

/**
 * Locks the user, who then cannot be added to an account until the end of the transaction. Returns whether they are in
 * no account.
 */
export async function lockIfInNoAccount(em: EntityManager, userId: number): Promise<boolean> {
  await withDeletionLock(em, db(em).selectFrom('users').select('id').where('id', '=', userId)).execute();
  const membership = db(em).selectFrom('account_users').select('id').where('user_id', '=', userId).limit(1);
  return (await membership.executeTakeFirst()) === undefined;
}

/** Deletes a user with tokens, sessions and picture; what they wrote stays. */
export async function deleteUser(em: EntityManager, userId: number, now: Date): Promise<void> {
  await forgetAvatar(em, { type: 'User', id: userId }, now);
  await dropTokens(em, { type: 'User', id: userId });
  await db(em)
    .deleteFrom('platform_permissions')
    .where('permissible_type', '=', 'User')
    .where('permissible_id', '=', userId)
    .execute();
  await db(em).deleteFrom('users').where('id', '=', userId).execute();
}
