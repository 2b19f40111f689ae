import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newToken } from '../../secrets.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { releaseUser } from './release-user.ts';

/** The hash of a new password, and whether it ends the user's API tokens. */
export type NewPassword = { passwordHash: string; revokesTokens: boolean };

/**
 * Sets the user's password and ends all of their sessions, as the former password may be known to others; with
 * `revokesTokens`, deletes their API tokens too. Releases a user who was confined to the account of a SAML provider.
 */
export function setPassword(
  tx: Tx,
  userId: number,
  { passwordHash, revokesTokens }: NewPassword,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('users')
      .set({ password_hash: passwordHash, pubsub_secret: newToken(), updated_at: now })
      .where('id', '=', userId)
      .execute();
    await releaseUser(tx, userId);
    await endOtherSessions(tx, userId, null);
    if (revokesTokens) await deleteTokens(tx, { type: 'User', id: userId });
  });
}
