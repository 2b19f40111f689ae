import type { ReceivedContact } from '../../../channels/receiving/receiver.ts';
import {
  addKeys,
  changeSourceId,
  type ContactInboxKey,
  findByIds,
  type KnownIds,
} from '../../../conversations/contact-keys.ts';
import { takeAdvisoryLock } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';

/** Where a contact is known. */
export type IdPlace = { account: Pick<AccountRecord, 'id'>; inboxId: number };

/** A contact inbox as it is now, and the ids by which it has only now become known. */
export type Noted = { contactInbox: ContactInboxKey; added: readonly string[] };

/**
 * The contact inbox that is known by the first of these ids; null = none is. Ids of theirs that nobody has in the inbox are
 * stored with it, and answers go to `sourceId` from then on if it is better than the one until now. Ids of other contacts stay
 * theirs. To be called in a transaction.
 */
export async function noteIds(tx: Tx, place: IdPlace, given: ReceivedContact, now: Date): Promise<Noted | null> {
  const known = await readKnown(tx, place, given);
  const contactInbox = firstOf(known, given);
  if (!contactInbox) return null;
  if (newsOf(known, contactInbox, given) === null) return { contactInbox, added: [] };

  await lockIds(tx, place);
  const settled = await readKnown(tx, place, given);
  const own = firstOf(settled, given);
  return own && storeNews(tx, settled, own, given, now);
}

/** As `noteIds`, for a contact inbox that is found otherwise if it is known by none of the ids. */
export async function noteIdsOf(
  tx: Tx,
  place: IdPlace,
  contactInbox: ContactInboxKey,
  given: ReceivedContact,
  now: Date,
): Promise<Noted> {
  const known = await noteIds(tx, place, given, now);
  if (known) return known;
  await lockIds(tx, place);
  return storeNews(tx, await readKnown(tx, place, given), contactInbox, given, now);
}

/** Waits until no other transaction adds contacts, or ids of them, to the account. */
export const lockIds = (tx: Tx, { account }: IdPlace) => takeAdvisoryLock(tx, 'public contacts', account.id);

/** The ids that they surely have. */
const ownIds = ({ sourceId, ids = [] }: ReceivedContact) => [...new Set([...ids, sourceId])];

const readKnown = (tx: Tx, { inboxId }: IdPlace, given: ReceivedContact) =>
  findByIds(tx, inboxId, [...ownIds(given), ...(given.aliases ?? [])]);

function firstOf(known: KnownIds, given: ReceivedContact): ContactInboxKey | null {
  const ids = [...ownIds(given), ...(given.aliases ?? [])];
  return ids.map((id) => known.get(id)).find((row) => row !== undefined) ?? null;
}

/** The ids and the address that the contact inbox lacks; null = none. */
function newsOf(known: KnownIds, { id, sourceId: until }: ContactInboxKey, given: ReceivedContact) {
  const added = ownIds(given).filter((one) => !known.has(one));
  const isFree = (known.get(given.sourceId)?.id ?? id) === id;
  const { rankOf = null } = given;
  const isBetter = rankOf !== null && rankOf(given.sourceId) >= rankOf(until) && !given.aliases?.includes(until);
  const address = given.sourceId !== until && isFree && isBetter ? given.sourceId : null;
  return added.length === 0 && address === null ? null : { added, address };
}

async function storeNews(
  tx: Tx,
  known: KnownIds,
  contactInbox: ContactInboxKey,
  given: ReceivedContact,
  now: Date,
): Promise<Noted> {
  const news = newsOf(known, contactInbox, given);
  if (news === null) return { contactInbox, added: [] };
  const { added } = news;
  await addKeys(tx, contactInbox, added);
  if (news.address === null) return { contactInbox, added };
  await changeSourceId(tx, contactInbox, news.address, now);
  await addKeys(tx, contactInbox, [contactInbox.sourceId]);
  return { contactInbox: { ...contactInbox, sourceId: news.address }, added };
}
