import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { holdUnchanged } from './password-holders.ts';
import type { PasswordHolder } from './password-token.ts';

/**
 * Gives the user another password and ends all of their sessions: whoever had the former one is out.
 * @throws AppError `invalid`, "Invalid token", when the password has been changed meanwhile: each token works once
 */
export function choosePassword(
  em: EntityManager,
  holder: PasswordHolder,
  passwordHash: string,
  now: Date,
): Promise<void> {
  return inTransaction(em, async (em) => {
    await holdUnchanged(em, holder);
    await db(em)
      .updateTable('users')
      .set({ password_hash: passwordHash, updated_at: now })
      .where('id', '=', holder.id)
      .execute();
    await endOtherSessions(em, holder.id, null);
  });
}
