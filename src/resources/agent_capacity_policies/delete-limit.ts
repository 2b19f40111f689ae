import type { Tx } from '../../db/tx.ts';
import { lockAssigning, noteAssigning } from '../../conversations/assignment/note-assigning.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { InboxLimitRow } from './queries.ts';

/** Removes a limit: agents with the policy may have any number of conversations of the inbox then. */
export function deleteInboxLimit(tx: Tx, { id, accountId }: InboxLimitRow): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockAssigning(tx, accountId);
    await tx.db.deleteFrom('inbox_capacity_limits').where('id', '=', id).execute();
    await noteAssigning(tx, accountId);
  });
}
