import type { Tx } from '../../db/tx.ts';
import { withKeyShareLock, takeAdvisoryLock } from '../../db/dialect.ts';
import { invalidField } from '../../errors.ts';

/**
 * Checks that the user is a member of the account, and keeps them one until the end of the transaction. To be called after
 * all other locks: it takes the one for counting conversations, which comes last.
 * @throws AppError `invalid` when the user does not work in the account
 */
export async function checkAssignee(tx: Tx, accountId: number, userId: number): Promise<void> {
  // The removal of a member from the account takes this lock first as well.
  await takeAdvisoryLock(tx, 'conversation counts', accountId);
  const member = tx.db
    .selectFrom('account_users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId);
  if (!(await withKeyShareLock(tx, member).executeTakeFirst())) {
    throw invalidField('assignee_id', 'is not an agent of this account');
  }
}
