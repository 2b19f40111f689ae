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
    await refuseOnline(tx, contact, now);
    await removeLockedContact(tx, account, contact, now);
  });
}

/** Deletes a contact that `lockContactToDelete` has locked, whether it is online or not. */
export async function removeLockedContact(
  tx: Tx,
  account: AccountRecord,
  contact: ContactRecord,
  now: Date,
): Promise<void> {
  const { id } = contact;
  await tx.audit({ accountId: account.id, type: 'Contact', id, action: 'destroy', changes: {} });
  await adjustContactsCount(tx, account.id, -1);
  await removeConversations(tx, await lockConversations(tx, conversationsOf(id), null), now);
  await forgetAvatar(tx, { type: 'Contact', id }, now);
  await tx.db.deleteFrom('contacts').where('id', '=', id).execute();
  await tell(tx, { is: 'contact deleted', accountId: account.id, contact: contactBlock(contact) as Attributes });
}

/** @throws AppError `invalid`, "Contact is online" */
export async function refuseOnline(tx: Tx, { id, name }: ContactRecord, now: Date): Promise<void> {
  if (!isOnline((await readContactPresence(tx, [id])).get(id) ?? null, now)) return;
  throw invalid('Contact is online', `${name || 'the contact'} cannot be deleted while online; try again later`);
}

const conversationsOf = (id: number): ConversationsOf => ({ column: 'contact_id', id });

/**
 * Locks the contact's conversations before the contact, as new messages do: two transactions that lock rows in
 * different orders wait for each other.
 * @throws AppError `not_found`, "Contact not found"
 */
export async function lockContactToDelete(tx: Tx, account: AccountRecord, id: number): Promise<ContactRecord> {
  found(await findContact(tx, account.id, id), 'Contact');
  await lockConversations(tx, conversationsOf(id), null);
  const contact = tx.db.selectFrom('contacts').select('id').where('account_id', '=', account.id).where('id', '=', id);
  await withDeletionLock(tx, contact).execute();
  return found(await findContact(tx, account.id, id), 'Contact');
}
