import { json } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { found } from '../../../errors.ts';
import { recordInboxUpdated } from '../../../events/record-inbox.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { findInbox, lockInbox } from '../queries.ts';
import { touchInboxes } from '../write-inbox.ts';

/**
 * Adds the provider's values to the settings of the inbox's channel.
 * @throws AppError `not_found` when the inbox has been deleted
 */
export function noteRegistration(
  tx: Tx,
  { account, inboxId }: { account: AccountRecord; inboxId: number },
  said: Attributes,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, inboxId);
    await touchInboxes(tx, account.id, now);
    const before = found(await findInbox(tx, account.id, inboxId), 'Inbox');
    await tx.db
      .updateTable('channels')
      .set({ settings: json({ ...before.channel.settings, ...said }), updated_at: now })
      .where('id', '=', before.channel.id)
      .execute();
    const after = found(await findInbox(tx, account.id, inboxId), 'Inbox');
    await recordInboxUpdated(tx, before, after, account, now);
  });
}
