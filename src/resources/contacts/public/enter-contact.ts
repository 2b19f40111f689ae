import type { Tx } from '../../../db/tx.ts';
import { randomUUID } from 'node:crypto';
import { ensureContactInbox } from '../../../conversations/ensure-contact-inbox.ts';
import { takeAdvisoryLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Claims } from '../../../entities/contact-inbox.ts';
import { found } from '../../../errors.ts';
import { recordContactCreated } from '../../../events/record-contact.ts';
import { type ContactCaller, findContactCaller } from '../../../records/public/contact-caller.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import type { PublicInbox } from '../../../records/public/public-inbox.ts';
import { setContactAvatar } from '../avatar/set-contact-avatar.ts';
import type { ContactInput } from '../contact-input.ts';
import { adjustContactsCount, insertContact } from '../write-contact.ts';
import { believesIdentifier } from './check-proof.ts';
import { findBy, type Identity, withoutTaken } from './known-contact.ts';
import { identifyContact, verifyContact } from './verify-contact.ts';
import { refuseProvedElsewhere } from './write-said.ts';

export type NewCaller = ContactInput &
  Identity & {
    /** Their secret in the inbox; null = a new one, which cannot be guessed. */
    sourceId: string | null;
    /** The identifier that they have proved; null = none. */
    provedIdentifier: string | null;
  };

/**
 * Adds a contact to the inbox. A known source id keeps its contact, unless the caller proves another identity and gets a
 * new source id. The contact with the proved identifier gets a further contact inbox, which shows nothing of the others.
 * Any other caller becomes a new contact, and values of other contacts are stored as claims.
 * @throws AppError `invalid` for an `avatarUrl` from which no picture can be fetched, `not_found` when the inbox has been
 *   deleted, `unauthorized` for the identifier of a contact who has proved it in the inbox
 */
export function enterContact(tx: Tx, inbox: PublicInbox, input: NewCaller, now: Date): Promise<ContactCaller> {
  return inTransaction(tx, async (tx) => {
    // Two requests at once would each add the contact.
    await takeAdvisoryLock(tx, 'public contacts', inbox.account.id);
    const owner = input.sourceId === null ? null : await findContactCaller(tx, inbox.id, input.sourceId);
    const same = owner && (await asProved(tx, inbox, owner, input.provedIdentifier, now));
    if (same) return same;

    const isProved = input.provedIdentifier !== null;
    const isBelieved = isProved || believesIdentifier(tx, inbox, input.identifier);
    if (!isBelieved) await refuseProvedElsewhere(tx, inbox, null, input.identifier);
    const known = isBelieved ? await findBy(tx, inbox.account.id, 'identifier', input) : null;
    const free = await withoutTaken(tx, inbox.account.id, input);
    const contact = known ?? (await addContact(tx, inbox, { ...input, ...free }, now));
    const sourceId = owner === null ? (input.sourceId ?? randomUUID()) : randomUUID();
    const place = { contactId: contact.id, inboxId: inbox.id, sourceId };
    const claims = known ? {} : claimsOfNew(input, free);
    await ensureContactInbox(tx, { ...place, hmacVerified: isProved, madeContact: known === null, claims }, now);
    return found(await findContactCaller(tx, inbox.id, sourceId), 'Contact');
  });
}

/** The owner of the source id, who has the proved identifier from now on; null = they are somebody else. */
async function asProved(
  tx: Tx,
  { account }: PublicInbox,
  owner: ContactCaller,
  proved: string | null,
  now: Date,
): Promise<ContactCaller | null> {
  if (proved === null) return owner;
  const contact = await identifyContact(tx, account, owner.contact, proved, now);
  return contact.identifier === proved ? verifyContact(tx, { ...owner, contact }, proved, now) : null;
}

async function addContact(tx: Tx, { account }: PublicInbox, input: NewCaller, now: Date): Promise<ContactRecord> {
  const contact = await insertContact(tx, account, input, now);
  await setContactAvatar(tx, account, contact, input, now);
  await adjustContactsCount(tx, account.id, +1);
  await recordContactCreated(tx, contact, account, now);
  return contact;
}

/** Values that could not be written to the new contact, because another contact has them. */
function claimsOfNew(said: Identity, free: Identity): Claims {
  return {
    ...(said.identifier !== null && free.identifier === null && { identifier: said.identifier }),
    ...(said.email !== null && free.email === null && { email: said.email }),
    ...(said.phoneNumber !== null && free.phoneNumber === null && { phone_number: said.phoneNumber }),
  };
}
