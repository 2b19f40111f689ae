import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';
import { enqueue } from '../../queue.ts';

/**
 * Changes the user's e-mail address, proved only with `isProved`, and queues a mail to the former address; false = the address is
 * unchanged. Locks the user, so that it must be called in a transaction. Sessions stay.
 * @throws AppError `invalid` for an address of another user
 */
export async function changeEmail(
  tx: Tx,
  userId: number,
  { email, isProved }: { email: string; isProved: boolean },
  now: Date,
): Promise<boolean> {
  const user = tx.db.selectFrom('users').select(['name', 'email']).where('id', '=', userId);
  const former = await withRowLock(tx, user).executeTakeFirstOrThrow();
  if (former.email === email) return false;
  await tx.db
    .updateTable('users')
    .set({ email, email_proved_at: isProved ? now : null, updated_at: now })
    .where('id', '=', userId)
    .execute()
    .catch(refuseSecondEmail);
  const payload = { name: former.name, former_email: former.email, email };
  await enqueue(tx, { kind: 'email_changed', accountId: null, payload }, now);
  return true;
}

function refuseSecondEmail(error: unknown): never {
  throw isUniqueViolation(error, 'users', 'email') ? invalidField('email', 'has already been taken') : error;
}
