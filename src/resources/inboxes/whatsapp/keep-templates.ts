import { isDeepStrictEqual } from 'node:util';
import { json } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { findInbox, lockInbox } from '../queries.ts';
import { touchInboxes } from '../write-inbox.ts';

/** Stores the message templates that the service has for the number of this inbox, unless it has been deleted. */
export function keepTemplates(
  tx: Tx,
  accountId: number,
  inboxId: number,
  templates: readonly Attributes[],
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, inboxId);
    const inbox = await findInbox(tx, accountId, inboxId);
    if (!inbox) return;
    // Clients need not read the inboxes again every few hours for nothing.
    if (isDeepStrictEqual(inbox.channel.messageTemplates, templates)) return;
    await touchInboxes(tx, accountId, now);
    await tx.db
      .updateTable('channels')
      .set({ message_templates: json(templates), updated_at: now })
      .where('id', '=', inbox.channel.id)
      .execute();
  });
}
