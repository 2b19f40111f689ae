import type { Profile, ReceivedContact } from '../../channels/receiving/receiver.ts';
import { ensureContactInbox } from '../../conversations/ensure-contact-inbox.ts';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { found } from '../../errors.ts';
import { recordContactCreated } from '../../events/record-contact.ts';
import { EMAIL } from '../../fields/email.ts';
import { storable } from '../../fields/storable.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { type ContactCaller, findContactCaller } from '../../records/public/contact-caller.ts';
import { setContactAvatar } from './avatar/set-contact-avatar.ts';
import { findKnownContact, withoutTaken } from './public/known-contact.ts';
import { updateContact } from './update-contact.ts';
import { adjustContactsCount, insertContact } from './write-contact.ts';

const NAME_LENGTH = 255;
const PHONE_NUMBER = /^\+\d{1,15}$/;

/**
 * The contact who writes in an inbox, by their id in the channel or else by an address of theirs; new where none is known. A
 * known one gets what the channel says of them besides their addresses, and their name while they have none.
 * @throws AppError `invalid` for an id that the channel cannot have, `not_found` when the inbox has been deleted
 */
export function receiveContact(
  tx: Tx,
  { account, inboxId }: { account: AccountRecord; inboxId: number },
  given: ReceivedContact,
  profile: Profile | null,
  now: Date,
): Promise<ContactCaller> {
  return inTransaction(tx, async (tx) => {
    const known = await findCaller(tx, inboxId, given);
    if (known) return { ...known, contact: await learn(tx, account, known.contact, given, now) };

    // Two messages at once would each add the contact.
    await takeAdvisoryLock(tx, 'public contacts', account.id);
    const identity = identityOf(given);
    const other = await findKnownContact(tx, account.id, identity, false);
    const contact = other ?? (await addContact(tx, account, { given, identity, profile }, now));
    const place = { contactId: contact.id, inboxId, sourceId: given.sourceId };
    await ensureContactInbox(tx, { ...place, hmacVerified: false, madeContact: other === null }, now);
    return found(await findContactCaller(tx, inboxId, given.sourceId), 'Contact');
  });
}

/** The contact who is known in the inbox by the first of their ids that is known; null = by none. */
async function findCaller(tx: Tx, inboxId: number, { sourceId, aliases = [] }: ReceivedContact) {
  for (const id of [sourceId, ...aliases]) {
    const known = await findContactCaller(tx, inboxId, id);
    if (known) return known;
  }
  return null;
}

/** The contact with what is new of them. */
async function learn(
  tx: Tx,
  account: AccountRecord,
  contact: ContactRecord,
  { sourceId, name, additionalAttributes = {} }: ReceivedContact,
  now: Date,
): Promise<ContactRecord> {
  const said = nameIn(name);
  const isNamed = ![sourceId, contact.phoneNumber, contact.email, ''].includes(contact.name);
  const isNewName = said !== null && !isNamed && said !== contact.name;
  const isNew = Object.entries(additionalAttributes).some(
    ([key, value]) => contact.additionalAttributes[key] !== value,
  );
  if (!isNewName && !isNew) return contact;
  return updateContact(
    tx,
    account,
    contact.id,
    { ...NO_CHANGE, name: isNewName ? said : undefined, additionalAttributes },
    now,
  );
}

const NO_CHANGE = {
  email: undefined,
  phoneNumber: undefined,
  identifier: undefined,
  blocked: undefined,
  customAttributes: {} as Attributes,
  avatar: null,
  avatarUrl: null,
};

type Newcomer = { given: ReceivedContact; identity: ReturnType<typeof identityOf>; profile: Profile | null };

async function addContact(
  tx: Tx,
  account: AccountRecord,
  { given, identity, profile }: Newcomer,
  now: Date,
): Promise<ContactRecord> {
  const { email, phoneNumber } = await withoutTaken(tx, account.id, identity);
  const input = {
    ...NO_CHANGE,
    name: nameIn(given.name) ?? nameIn(profile?.name) ?? identity.phoneNumber ?? identity.email ?? given.sourceId,
    email,
    phoneNumber,
    additionalAttributes: given.additionalAttributes ?? {},
    avatarUrl: pictureIn(profile),
  };
  const contact = await insertContact(tx, account, input, now);
  await setContactAvatar(tx, account, contact, input, now);
  await adjustContactsCount(tx, account.id, +1);
  await recordContactCreated(tx, contact, account, now);
  return contact;
}

/** The addresses that can be stored. */
function identityOf({ email, phoneNumber }: ReceivedContact) {
  return {
    identifier: null,
    email: email && EMAIL.test(email) ? email.toLowerCase() : null,
    phoneNumber: phoneNumber && PHONE_NUMBER.test(phoneNumber) ? phoneNumber : null,
  };
}

function nameIn(name: string | null | undefined): string | null {
  return storable(name ?? '', NAME_LENGTH).trim() || null;
}

/** The address of the picture, if it is one that a picture may be fetched from. */
function pictureIn(profile: Profile | null): string | null {
  const url = profile?.pictureUrl ?? '';
  return url.startsWith('https://') && URL.canParse(url) ? url : null;
}
