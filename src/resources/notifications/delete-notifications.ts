import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellNotifications } from '../../events/tell.ts';
import type { Member } from '../../records/user.ts';

/** Deletes the member's notifications: the one with this id, those that are read, or all. */
export function deleteNotifications(
  tx: Tx,
  { accountId, userId }: Member,
  which: { id: number } | 'read' | 'all',
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const deleted = await tx.db
      .deleteFrom('notifications')
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .$if(which === 'read', (query) => query.where('read_at', 'is not', null))
      .$if(typeof which === 'object', (query) => query.where('id', '=', typeof which === 'object' ? which.id : 0))
      .returning(['id', 'user_id as userId'])
      .execute();
    await tellNotifications(tx, accountId, 'deleted', deleted);
  });
}
