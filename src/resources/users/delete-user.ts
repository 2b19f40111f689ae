import type { Tx } from '../../db/tx.ts';
import { withDeletionLock } from '../../db/dialect.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { moveCounts } from '../portals/articles/keep-counts.ts';

/**
 * Locks the user, who then cannot be added to an account until the end of the transaction. Returns whether they are in
 * no account.
 */
export async function lockIfInNoAccount(tx: Tx, userId: number): Promise<boolean> {
  await withDeletionLock(tx, tx.db.selectFrom('users').select('id').where('id', '=', userId)).execute();
  const membership = tx.db.selectFrom('account_users').select('id').where('user_id', '=', userId).limit(1);
  return (await membership.executeTakeFirst()) === undefined;
}

/** Deletes a user with tokens, sessions, picture and platform permissions; what they wrote stays. */
export async function deleteUser(tx: Tx, userId: number, now: Date): Promise<void> {
  await forgetAvatar(tx, { type: 'User', id: userId }, now);
  await deleteTokens(tx, { type: 'User', id: userId });
  await tx.db
    .deleteFrom('platform_permissions')
    .where('permissible_type', '=', 'User')
    .where('permissible_id', '=', userId)
    .execute();
  await moveCounts(tx, 'author_id', { from: userId, to: 0 });
  await tx.db.deleteFrom('users').where('id', '=', userId).execute();
}
