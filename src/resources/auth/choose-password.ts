import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newToken } from '../../secrets.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { lockUnchanged } from './password-holders.ts';
import type { PasswordHolder } from './password-token.ts';

/** The hash of a new password, and whether it ends the user's API tokens. */
export type NewPassword = { passwordHash: string; revokesTokens: boolean };

/**
 * Changes the user's password and ends all of their sessions, as the former password may be known to others; with
 * `revokesTokens`, deletes their API tokens too.
 * @throws AppError `invalid`, "Invalid token", when password or e-mail address have changed since `holder` was read, or
 *   the user was deleted: each token works once
 */
export function choosePassword(
  tx: Tx,
  holder: PasswordHolder,
  { passwordHash, revokesTokens }: NewPassword,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockUnchanged(tx, holder);
    await tx.db
      .updateTable('users')
      .set({ password_hash: passwordHash, pubsub_secret: newToken(), updated_at: now })
      .where('id', '=', holder.id)
      .execute();
    await endOtherSessions(tx, holder.id, null);
    if (revokesTokens) await deleteTokens(tx, { type: 'User', id: holder.id });
  });
}
