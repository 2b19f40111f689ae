import type { Tx } from '../../db/tx.ts';
import { withKeyShareLock } from '../../db/dialect.ts';
import { found } from '../../errors.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';

/**
 * Keeps the inbox from being deleted until the end of the transaction.
 * @throws AppError `not_found`, "Inbox not found", when the account has no such inbox
 */
export async function checkInbox(tx: Tx, accountId: number, inboxId: number): Promise<void> {
  const inbox = activeInboxes(tx).select('id').where('id', '=', inboxId).where('account_id', '=', accountId);
  found(await withKeyShareLock(tx, inbox).executeTakeFirst(), 'Inbox');
}
