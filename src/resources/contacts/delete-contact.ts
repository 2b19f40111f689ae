import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { withDeletionLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import { tell } from '../../events/tell.ts';
import { contactBlock } from '../../wire/conversation-blocks.ts';
import { found, invalid } from '../../errors.ts';
import { isOnline } from '../../records/availability.ts';
import { readContactPresence } from '../../presence/read-present.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import {
  lockConversations,
  removeConversations,
  type ConversationsOf,
} from '../../conversations/remove-conversations.ts';
import { findContact } from './find-contact.ts';
import { adjustContactsCount } from './write-contact.ts';

/**
 * Deletes a contact with its conversations, notes and picture.
 * @throws AppError `invalid`, "Contact is online", `not_found` when it is gone already
 */
export function deleteContact(tx: Tx, account: AccountRecord, id: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const contact = await lockContactToDelete(tx, account, id);
    if (isOnline((await readContactPresence(tx, [id])).get(id) ?? null, now)) {
      throw invalid(
        'Contact is online',
        `${contact.name || 'the contact'} cannot be deleted while online; try again later`,
      );
    }

    await adjustContactsCount(tx, account.id, -1);
    await removeConversations(tx, await lockConversations(tx, conversationsOf(id), null), now);
    await forgetAvatar(tx, { type: 'Contact', id }, now);
    await tx.db.deleteFrom('contacts').where('id', '=', id).execute();
    await tell(tx, { is: 'contact deleted', accountId: account.id, contact: contactBlock(contact) as Attributes });
  });
}

const conversationsOf = (id: number): ConversationsOf => ({ column: 'contact_id', id });

/**
 * Locks the contact's conversations before the contact, as new messages do: two transactions that lock rows in
 * different orders wait for each other.
 */
async function lockContactToDelete(tx: Tx, account: AccountRecord, id: number): Promise<ContactRecord> {
  found(await findContact(tx, account.id, id), 'Contact');
  await lockConversations(tx, conversationsOf(id), null);
  const contact = tx.db.selectFrom('contacts').select('id').where('account_id', '=', account.id).where('id', '=', id);
  await withDeletionLock(tx, contact).execute();
  return found(await findContact(tx, account.id, id), 'Contact');
}
