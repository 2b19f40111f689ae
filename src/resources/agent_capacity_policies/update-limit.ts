import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { findInboxLimit, type InboxLimitRow } from './queries.ts';

/** Changes how many conversations the limit allows. @throws AppError `not_found` when it has been deleted */
export function updateInboxLimit(
  tx: Tx,
  { id, policyId }: InboxLimitRow,
  conversationLimit: number,
  now: Date,
): Promise<InboxLimitRow> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('inbox_capacity_limits')
      .set({ conversation_limit: conversationLimit, updated_at: now })
      .where('id', '=', id)
      .execute();
    return found(await findInboxLimit(tx, policyId, id), 'Inbox limit');
  });
}
