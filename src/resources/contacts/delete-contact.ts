import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { withDeletionLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found, invalid } from '../../errors.ts';
import { isOnline } from '../../wire/blocks.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { holdConversations, removeConversations, type Whose } from '../../conversations/remove-conversations.ts';
import { findContact } from './find-contact.ts';
import { adjustContactsCount } from './write-contact.ts';

/**
 * Deletes a contact with its conversations.
 * @throws AppError `invalid`, "Contact is online", `not_found` when it is gone already
 */
export function deleteContact(em: EntityManager, account: AccountRecord, id: number, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    const contact = await lockContactToDelete(em, account, id);
    if (isOnline(contact.seenAt, now)) {
      throw invalid(
        'Contact is online',
        `${contact.name || 'the contact'} cannot be deleted while online; try again later`,
      );
    }

    await adjustContactsCount(em, account.id, -1);
    await removeConversations(em, await holdConversations(em, conversationsOf(id), null), now);
    await forgetAvatar(em, { type: 'Contact', id }, now);
    await db(em).deleteFrom('contacts').where('id', '=', id).execute();
  });
}

const conversationsOf = (id: number): Whose => ({ column: 'contact_id', id });

/**
 * Locks the contact's conversations before the contact, as new messages do: two transactions that lock rows in
 * different orders wait for each other.
 */
async function lockContactToDelete(em: EntityManager, account: AccountRecord, id: number): Promise<ContactRecord> {
  found(await findContact(em, account.id, id), 'Contact');
  await holdConversations(em, conversationsOf(id), null);
  const contact = db(em).selectFrom('contacts').select('id').where('account_id', '=', account.id).where('id', '=', id);
  await withDeletionLock(em, contact).execute();
  return found(await findContact(em, account.id, id), 'Contact');
}
