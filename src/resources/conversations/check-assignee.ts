import { kept } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { invalidField } from '../../errors.ts';

/** To be called in a transaction. @throws AppError `invalid` when the user does not work in the account */
export async function checkAssignee(em: EntityManager, accountId: number, userId: number): Promise<void> {
  const member = db(em)
    .selectFrom('account_users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId);
  if (!(await kept(em, member).executeTakeFirst())) {
    throw invalidField('assignee_id', 'is not an agent of this account');
  }
}
