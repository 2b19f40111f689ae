import type { Tx } from '../../db/tx.ts';

/** Stores that the user works in the account now, which makes them online for `ONLINE_MS`. */
export async function updateActiveAt(tx: Tx, member: { accountId: number; userId: number }, now: Date): Promise<void> {
  await tx.db
    .updateTable('account_users')
    .set({ active_at: now })
    .where('account_id', '=', member.accountId)
    .where('user_id', '=', member.userId)
    .execute();
}
