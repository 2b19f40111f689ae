import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Actor } from '../../records/actor.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordContactCreated } from '../../events/record-contact.ts';
import type { ContactInput } from './contact-input.ts';
import { createContactInbox } from './contact-inboxes/create-contact-inbox.ts';
import type { ContactInboxKey } from '../../conversations/ensure-contact-inbox.ts';
import { setContactAvatar } from './avatar/set-contact-avatar.ts';
import { adjustContactsCount, insertContact } from './write-contact.ts';

export type NewContact = ContactInput & {
  /** The inbox to add it to; null = none. */
  inboxId: number | null;
  /** Its source id there; null = the one that the channel makes: an address of the contact, or a UUID. */
  sourceId: string | null;
};

/**
 * Adds a contact to the account.
 * @throws AppError `invalid` when another contact has the e-mail address, phone number, identifier or source id, the
 *   contact lacks the address that the inbox needs, or no picture can be fetched from `avatarUrl`; `not_found` for the
 *   inbox, `access_denied` when `actor` does not see it
 */
export function createContact(
  tx: Tx,
  account: AccountRecord,
  input: NewContact,
  actor: Actor,
  now: Date,
): Promise<{ contact: ContactRecord; contactInbox: ContactInboxKey | null }> {
  return inTransaction(tx, async (tx) => {
    const contact = await insertContact(tx, account, input, now);
    const { inboxId, sourceId } = input;
    const place = inboxId === null ? null : { inboxId, sourceId, hmacVerified: false, madeContact: true };
    const contactInbox = place && (await createContactInbox(tx, account.id, contact.id, place, actor, now));
    const pictured = await setContactAvatar(tx, account, contact, input, now);
    await adjustContactsCount(tx, account.id, +1);
    await recordContactCreated(tx, pictured, account, now);
    return { contact: pictured, contactInbox };
  });
}
