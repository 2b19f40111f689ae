import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type NewSession, openSession, type Origin } from '../sessions/open-session.ts';
import { type CheckedUser, wrongCredentials } from './find-user-by-password.ts';

/**
 * Opens a session for a user who has given the right password.
 * @throws AppError `unauthorized` when the password has been changed since: that ended all sessions, and none may start
 *   with the former one
 */
export function signIn(tx: Tx, checked: CheckedUser, now: Date, origin?: Origin): Promise<NewSession> {
  return inTransaction(tx, async (tx) => {
    const user = tx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', checked.id)
      .where('password_hash', '=', checked.passwordHash);
    if (!(await withRowLock(tx, user).executeTakeFirst())) throw wrongCredentials();
    return openSession(tx, checked, now, origin);
  });
}
