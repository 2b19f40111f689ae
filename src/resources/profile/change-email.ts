import { withRowLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';
import { enqueue } from '../../queue.ts';

/**
 * Changes the user's e-mail address and queues a mail to the former one. Returns whether the two differ.
 * @throws AppError `invalid` for an address of another user
 */
export async function changeEmail(em: EntityManager, userId: number, email: string, now: Date): Promise<boolean> {
  const user = db(em).selectFrom('users').select(['name', 'email']).where('id', '=', userId);
  const former = await withRowLock(em, user).executeTakeFirstOrThrow();
  if (former.email === email) return false;
  await db(em)
    .updateTable('users')
    .set({ email, updated_at: now })
    .where('id', '=', userId)
    .execute()
    .catch(refuseSecondEmail);
  const payload = { name: former.name, former_email: former.email, email };
  await enqueue(em, { kind: 'email_changed', accountId: null, payload }, now);
  return true;
}

function refuseSecondEmail(error: unknown): never {
  throw isUniqueViolation(error, 'users', 'email') ? invalidField('email', 'has already been taken') : error;
}
