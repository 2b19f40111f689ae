import { withKeyShareLock, takeAdvisoryLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { invalidField } from '../../errors.ts';

/**
 * Whether the user can have conversations of the account, which they stay able to until the end of the transaction. To be
 * called with everything else locked: it takes the turn to count conversations, which is the last.
 * @throws AppError `invalid` when the user does not work in the account
 */
export async function checkAssignee(em: EntityManager, accountId: number, userId: number): Promise<void> {
  // Whoever takes a member out of the account counts conversations first as well.
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
