import { withKeyShareLock, takeAdvisoryLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { invalidField } from '../../errors.ts';

/**
 * Checks that the user is a member of the account, and keeps them one until the end of the transaction. To be called after
 * all other locks: it takes the one for counting conversations, which comes last.
 * @throws AppError `invalid` when the user does not work in the account
 */
export async function checkAssignee(em: EntityManager, accountId: number, userId: number): Promise<void> {
  // The removal of a member from the account takes this lock first as well.
  await takeAdvisoryLock(em, 'conversation counts', accountId);
  const member = db(em)
    .selectFrom('account_users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId);
  if (!(await withKeyShareLock(em, member).executeTakeFirst())) {
    throw invalidField('assignee_id', 'is not an agent of this account');
  }
}
