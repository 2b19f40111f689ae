import { db, type EntityManager } from '../../db/orm.ts';

/** Notes that the user works in the account now: that is how they are seen as online. */
export async function updateActiveAt(
  em: EntityManager,
  member: { accountId: number; userId: number },
  now: Date,
): Promise<void> {
  await db(em)
    .updateTable('account_users')
    .set({ active_at: now })
    .where('account_id', '=', member.accountId)
    .where('user_id', '=', member.userId)
    .execute();
}
