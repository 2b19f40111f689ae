import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findMfa } from '../mfa/queries.ts';
import { type NewSession, openSession, type Origin } from '../sessions/open-session.ts';
import { type CheckedUser, wrongCredentials } from './find-user-by-password.ts';
import { newMfaToken } from './mfa-token.ts';

/** A session, or what goes with the code that is needed as well. */
export type SignedIn = (NewSession & { userId: number }) | { mfaToken: string };

/**
 * Opens a session for a user who has given the right password; where MFA is on, gives the token that goes with a code.
 * @throws AppError `unauthorized` when the password has been changed since: that ended all sessions, and none may start
 *   with the former one
 */
export function signIn(tx: Tx, checked: CheckedUser, now: Date, origin?: Origin): Promise<SignedIn> {
  return inTransaction(tx, async (tx) => {
    const user = tx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', checked.id)
      .where('password_hash', '=', checked.passwordHash);
    if (!(await withRowLock(tx, user).executeTakeFirst())) throw wrongCredentials();
    if (await findMfa(tx, checked.id)) return { mfaToken: newMfaToken(tx.installation.vault, checked, now) };
    return { ...(await openSession(tx, checked, now, origin)), userId: checked.id };
  });
}
