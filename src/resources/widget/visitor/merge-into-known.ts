import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { mergeContacts } from '../../contacts/merge/merge-contacts.ts';
import { isOwnContact } from '../../contacts/public/is-own-contact.ts';
import { findBy, type Identity } from '../../contacts/public/known-contact.ts';

/**
 * Merges the visitor's contact into the contact with the proved identifier, which the visitor becomes. Does nothing if there
 * is no such contact, or if the visitor's contact was not created for them. To be called in a transaction.
 */
export async function mergeIntoKnown(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  said: Identity,
  now: Date,
): Promise<ContactCaller> {
  const known = await findBy(tx, inbox.account.id, 'identifier', said);
  if (!known || known.id === visitor.contact.id || !(await isOwnContact(tx, visitor))) return visitor;
  const contact = await mergeContacts(tx, inbox.account, { baseId: known.id, mergeeId: visitor.contact.id }, now);
  return { contact, contactInbox: { ...visitor.contactInbox, madeContact: false } };
}
