import type { Tx } from '../../../db/tx.ts';
import { takeAdvisoryLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { found } from '../../../errors.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { type ContactCaller, findContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import type { ContactInput } from '../../contacts/contact-input.ts';
import { type Identity, withoutTaken } from '../../contacts/public/known-contact.ts';
import { updateContact } from '../../contacts/update-contact.ts';
import { isOwnContact } from './is-own-contact.ts';
import { mergeIntoKnown } from './merge-into-known.ts';

/** What a visitor says of themselves; undefined = nothing of it. */
export type SaidOfContact = Omit<ContactInput, 'email' | 'phoneNumber' | 'identifier' | 'blocked' | 'avatar'> &
  Identity;

/**
 * Writes down who the visitor is. A contact of the account who is known by the same values absorbs the visitor's, and with
 * `keepsName` keeps its name; addresses of somebody else are left out, and what is known of a contact who may be somebody
 * else stays. `isProved` = the identifier is proved.
 * @throws AppError `invalid` when another contact has the identifier, no picture can be fetched from the address or the
 *   merged attributes break a rule of free keys
 */
export function identifyVisitor(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  { isProved, keepsName, ...said }: SaidOfContact & { isProved: boolean; keepsName: boolean },
  now: Date,
): Promise<ContactCaller> {
  return inTransaction(tx, async (tx) => {
    // Two requests at once would each find nobody.
    await takeAdvisoryLock(tx, 'public contacts', inbox.account.id);
    const merged = await mergeIntoKnown(tx, inbox, visitor, { ...said, isProved }, now);
    const caller = merged ?? visitor;
    const { contact } = caller;
    const { email, phoneNumber } = await withoutTaken(tx, inbox.account.id, said);
    const given = {
      ...said,
      name: keepsName && merged && contact.name !== '' ? undefined : said.name,
      email: email ?? undefined,
      phoneNumber: phoneNumber ?? undefined,
      identifier: said.identifier ?? undefined,
      blocked: undefined,
      avatar: null,
    };
    const isTrusted = isProved || (await mayOverwrite(tx, caller, said));
    await updateContact(tx, inbox.account, contact.id, isTrusted ? given : missingIn(contact, given), now);
    return found(await findContactCaller(tx, inbox.id, visitor.contactInbox.sourceId), 'Contact');
  });
}

/** Whether the contact is the visitor's own, by proof or because it came with them, or has the identifier that they give. */
async function mayOverwrite(tx: Tx, visitor: ContactCaller, { identifier }: SaidOfContact): Promise<boolean> {
  if (visitor.contactInbox.hmacVerified) return true;
  return (identifier !== null && visitor.contact.identifier === identifier) || isOwnContact(tx, visitor);
}

/**
 * What is given of the values that the contact does not have yet. Not the identifier: a visitor who gave it again would be
 * taken for the contact, and could change all the others.
 */
function missingIn(contact: ContactRecord, given: ContactInput): ContactInput {
  return {
    ...given,
    identifier: undefined,
    name: contact.name === '' ? given.name : undefined,
    email: contact.email === null ? given.email : undefined,
    phoneNumber: contact.phoneNumber === null ? given.phoneNumber : undefined,
    customAttributes: { ...given.customAttributes, ...contact.customAttributes },
    additionalAttributes: { ...given.additionalAttributes, ...contact.additionalAttributes },
    avatarUrl: contact.avatarUrl === null ? given.avatarUrl : null,
  };
}
