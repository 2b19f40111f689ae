import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { mergeContacts } from '../../contacts/merge/merge-contacts.ts';
import { isOwnContact } from '../../contacts/public/is-own-contact.ts';
import { findBy, type Identity } from '../../contacts/public/known-contact.ts';

/**
 * Merges the visitor's contact into the one with the identifier, which has been proved: the visitor is that contact from then
 * on. They stay who they are where there is no such contact, and where their contact did not come with them and would
 * move to somebody else. To be called in a transaction.
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
