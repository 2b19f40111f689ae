import type { Profile, ReceivedContact } from '../../channels/receiving/receiver.ts';
import { type ContactInboxKey, ensureContactInbox } from '../../conversations/ensure-contact-inbox.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { recordContactCreated } from '../../events/record-contact.ts';
import { EMAIL } from '../../fields/email.ts';
import { storable } from '../../fields/storable.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { type ContactCaller, findContactCaller } from '../../records/public/contact-caller.ts';
import { NO_CHANGE } from './contact-input.ts';
import { setContactAvatar } from './avatar/set-contact-avatar.ts';
import { lockIds, type Noted, noteIds, noteIdsOf } from './ids/note-ids.ts';
import { findKnownContact, withoutTaken } from './public/known-contact.ts';
import { updateContact } from './update-contact.ts';
import { adjustContactsCount, insertContact } from './write-contact.ts';

const NAME_LENGTH = 255;
const PHONE_NUMBER = /^\+\d{1,15}$/;

/**
 * The contact who writes in an inbox, by one of their ids in the channel or else by an address of theirs; new where none is known.
 * A known one gets what the channel says of them besides their addresses, their name while they have none, and the phone number
 * that they are now known by if they have none.
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
    const place = { account, inboxId };
    const known = await noteIds(tx, place, given, now);
    if (known) return learned(tx, account, known, given, now);

    // Two messages at once would each add the contact.
    await lockIds(tx, place);
    const added = await noteIds(tx, place, given, now);
    if (added) return learned(tx, account, added, given, now);
    const identity = identityOf(given);
    const other = await findKnownContact(tx, account.id, identity, false);
    const row = other && (await findBetterable(tx, inboxId, other, given));
    if (row) return learned(tx, account, await noteIdsOf(tx, place, row, given, now), given, now);
    const contact = other ?? (await addContact(tx, account, { given, identity, profile }, now));
    const contactInbox = await ensureContactInbox(
      tx,
      { contactId: contact.id, inboxId, sourceId: given.sourceId, hmacVerified: false, madeContact: other === null },
      now,
    );
    await noteIdsOf(tx, place, contactInbox, given, now);
    return found(await findContactCaller(tx, inboxId, given.sourceId), 'Contact');
  });
}

/** The contact inbox of a contact who is known by an address, but only by a lesser id in the inbox; null = they have none. */
async function findBetterable(
  tx: Tx,
  inboxId: number,
  { id: contactId }: ContactRecord,
  { sourceId: given, rankOf }: ReceivedContact,
): Promise<ContactInboxKey | null> {
  if (!rankOf) return null;
  const rows = await tx.db
    .selectFrom('contact_inboxes')
    .select(['id', 'contact_id as contactId', 'inbox_id as inboxId', 'source_id as sourceId'])
    .where('inbox_id', '=', inboxId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();
  return rows.find(({ sourceId }) => rankOf(sourceId) < rankOf(given)) ?? null;
}

/** The known contact with the new values. To be called in a transaction. */
export async function learned(
  tx: Tx,
  account: AccountRecord,
  { contactInbox: { inboxId, sourceId }, added }: Noted,
  given: ReceivedContact,
  now: Date,
): Promise<ContactCaller> {
  const caller = found(await findContactCaller(tx, inboxId, sourceId), 'Contact');
  return { ...caller, contact: await learn(tx, account, caller.contact, given, isNumberIn(added, given), now) };
}

/** Whether one of the ids is their number, in the way of the channel. */
function isNumberIn(ids: readonly string[], { phoneNumber = null }: ReceivedContact): boolean {
  return phoneNumber !== null && ids.some((id) => id.endsWith(phoneNumber.slice(1)));
}

/** `isNewNumber`: their phone number is set too, if they have none yet, and nobody else has this one. */
async function learn(
  tx: Tx,
  account: AccountRecord,
  contact: ContactRecord,
  given: ReceivedContact,
  isNewNumber: boolean,
  now: Date,
): Promise<ContactRecord> {
  const { sourceId, ids = [], name, additionalAttributes = {} } = given;
  const said = nameIn(name);
  const isNamed = ![sourceId, ...ids, contact.phoneNumber, contact.email, ''].includes(contact.name);
  const isNewName = said !== null && !isNamed && said !== contact.name;
  const isNew = Object.entries(additionalAttributes).some(
    ([key, value]) => contact.additionalAttributes[key] !== value,
  );
  const lacksNumber = isNewNumber && contact.phoneNumber === null;
  const { phoneNumber } = lacksNumber ? await withoutTaken(tx, account.id, identityOf(given)) : NO_NUMBER;
  if (!isNewName && !isNew && phoneNumber === null) return contact;
  return updateContact(
    tx,
    account,
    contact.id,
    {
      ...NO_CHANGE,
      name: isNewName ? said : undefined,
      phoneNumber: phoneNumber ?? undefined,
      additionalAttributes,
    },
    now,
  );
}

const NO_NUMBER = { phoneNumber: null };

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
