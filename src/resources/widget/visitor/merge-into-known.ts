import type { Tx } from '../../../db/tx.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { mergeContacts } from '../../contacts/merge/merge-contacts.ts';
import { findBy, type Identity, type IdentityKey } from '../../contacts/public/known-contact.ts';
import { isOwnContact } from './is-own-contact.ts';

const ANY: readonly IdentityKey[] = ['identifier', 'email', 'phoneNumber'];
const BY_IDENTIFIER: readonly IdentityKey[] = ['identifier'];

/**
 * Merges the visitor's contact into the one who is known by the same identifier, e-mail address or phone number, who the
 * visitor is from then on; null = no such contact, or the visitor's did not come with them, and would move to somebody else. To be called in a transaction.
 */
export async function mergeIntoKnown(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  said: Identity & { isProved: boolean },
  now: Date,
): Promise<ContactCaller | null> {
  const known = await findOther(tx, inbox, visitor, said);
  if (!known || !(await isOwnContact(tx, visitor))) return null;
  const contact = await mergeContacts(tx, inbox.account, { baseId: known.id, mergeeId: visitor.contact.id }, now);
  return { contact, contactInbox: { ...visitor.contactInbox, madeContact: false } };
}

async function findOther(
  tx: Tx,
  inbox: WidgetInbox,
  { contact, contactInbox }: ContactCaller,
  said: Identity & { isProved: boolean },
): Promise<ContactRecord | null> {
  // Who must prove, or has proved, an identifier has not proved any address.
  const needsProof = inbox.needsHmac || contactInbox.hmacVerified || said.isProved;
  const identifier = said.identifier ?? contact.identifier;
  for (const key of needsProof ? BY_IDENTIFIER : ANY) {
    const known = await findBy(tx, inbox.account.id, key, said);
    if (!known || known.id === contact.id || differ(known.identifier, identifier)) continue;
    if (key === 'phoneNumber' && differ(known.email, said.email ?? contact.email)) continue;
    return known;
  }
  return null;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
