import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { checkMayAccept } from './may-accept.ts';

/**
 * Accepts the user's invitation to the account, if there is one, as their first request in it does: from then on the
 * account shows the user's own name and address.
 * @throws AppError `access_denied` for a user who may not accept it (`mayAccept`)
 */
export function acceptInvitation(tx: Tx, accountId: number, userId: number): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await checkMayAccept(tx, { userId, accountId });
    await tx.db
      .updateTable('account_users')
      .set({ invited_email: null, shown_name: null })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .where('invited_email', 'is not', null)
      .execute();
  });
}

/**
 * Accepts the invitations that were sent to the user's address, after the user has followed a mailed link for the first time: somebody
 * who only answers by mail sends no request that would accept them. Call it in a transaction.
 */
export async function acceptInvitations(tx: Tx, userId: number): Promise<void> {
  const open = await tx.db
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.user_id', '=', userId)
    .whereRef('m.invited_email', '=', 'u.email')
    .select('m.account_id as accountId')
    .orderBy('m.account_id')
    .execute();
  for (const { accountId } of open) await acceptInvitation(tx, accountId, userId);
}
