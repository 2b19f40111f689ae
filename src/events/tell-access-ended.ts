import type { Tx } from '../db/tx.ts';
import { tell } from './tell.ts';

/**
 * Tells that a session, a token or the password of the user has ended, in each account of theirs: what they listen with there is
 * checked at once. To be called in the transaction of the change.
 */
export async function tellAccessEnded(tx: Tx, userId: number): Promise<void> {
  const memberships = await tx.db
    .selectFrom('account_users')
    .select('account_id as accountId')
    .where('user_id', '=', userId)
    .execute();
  for (const { accountId } of memberships) await tell(tx, { is: 'access ended', accountId });
}
