import type { Tx } from '../../../db/tx.ts';
import { unauthorized } from '../../../errors.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { NO_CHANGE } from '../contact-input.ts';
import { updateContact } from '../update-contact.ts';
import { findKnownContact } from './known-contact.ts';

/**
 * Stores that the identity of the contact is verified in this inbox. `identifier` is the proved one; null = there was no
 * proof, and nothing changes.
 * @throws AppError `unauthorized` when the contact has another identifier
 */
export async function verifyContact(
  tx: Tx,
  caller: ContactCaller,
  identifier: string | null,
  now: Date,
): Promise<ContactCaller> {
  const { contact, contactInbox } = caller;
  if (identifier === null) return caller;
  if (contact.identifier !== identifier) throw unauthorized('identifier is not that of this contact');
  if (contactInbox.hmacVerified) return caller;
  await tx.db
    .updateTable('contact_inboxes')
    .set({ hmac_verified: true, updated_at: now })
    .where('id', '=', contactInbox.id)
    .execute();
  return { contact, contactInbox: { ...contactInbox, hmacVerified: true, updatedAt: now } };
}

/** Gives the contact the proved identifier, unless they have one or another contact has it. To be called in a transaction. */
export async function identifyContact(
  tx: Tx,
  account: AccountRecord,
  contact: ContactRecord,
  identifier: string,
  now: Date,
): Promise<ContactRecord> {
  if (contact.identifier !== null) return contact;
  const owner = await findKnownContact(tx, account.id, { identifier, email: null, phoneNumber: null }, true);
  return owner ? contact : updateContact(tx, account, contact.id, { ...NO_CHANGE, identifier }, now);
}
