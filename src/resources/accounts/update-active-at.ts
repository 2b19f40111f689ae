import { db, type EntityManager } from '../../db/orm.ts';

/** Stores that the user works in the account now, which makes them online. */
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
