import { withRowLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type NewSession, openSession } from '../sessions/open-session.ts';
import { type Signer, wrongCredentials } from './find-signer.ts';

/**
 * Opens a session for a user who has given the right password.
 * @throws AppError `unauthorized` when the password has been changed since: that ended all sessions, and none may start
 *   with the former one
 */
export function signIn(em: EntityManager, signer: Signer, now: Date): Promise<NewSession> {
  return inTransaction(em, async (em) => {
    const user = db(em)
      .selectFrom('users')
      .select('id')
      .where('id', '=', signer.id)
      .where('password_hash', '=', signer.passwordHash);
    if (!(await withRowLock(em, user).executeTakeFirst())) throw wrongCredentials();
    return openSession(em, signer, now);
  });
}
