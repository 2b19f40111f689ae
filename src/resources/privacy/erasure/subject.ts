import type { Tx } from '../../../db/tx.ts';
import { findContact } from '../../contacts/find-contact.ts';

/** The contact of an erasure, and the marks by which data without a key is recognized. */
export type Subject = {
  accountId: number;
  contactId: number;
  /** Including contacts that were merged into it. */
  contactIds: number[];
  /** The row keys of their conversations, and the numbers by which answers name these. */
  conversationIds: number[];
  displayIds: number[];
  /** An entry for each id of the contact in the inbox. */
  contactInboxes: { id: number; inboxId: number; sourceId: string }[];
  /** E-mail addresses and phone numbers in lower case, which are told from other words wherever they stand. */
  texts: string[];
  /** Ids of the contact in other systems, in lower case: unique, but possibly ordinary words or numbers. */
  ids: string[];
};

/** Shorter texts are found in what has nothing to do with the contact. */
const SHORTEST = 5;

/** The present marks of the contact together with the earlier ones; null = none before, and the contact is gone. */
export async function gatherSubject(
  tx: Tx,
  { accountId, contactId }: Pick<Subject, 'accountId' | 'contactId'>,
  before: Subject | null,
): Promise<Subject | null> {
  const contact = await findContact(tx, accountId, contactId);
  if (!contact) return before;
  const conversations = await tx.db
    .selectFrom('conversations')
    .select(['id', 'display_id as displayId'])
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();
  const { formerIds } = await tx.db
    .selectFrom('contacts')
    .select('former_ids as formerIds')
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow();
  const bySourceId = tx.db
    .selectFrom('contact_inboxes')
    .select(['id', 'inbox_id as inboxId', 'source_id as sourceId'])
    .where('contact_id', '=', contactId)
    .orderBy('id');
  const byKey = tx.db
    .selectFrom('contact_keys as k')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'k.contact_inbox_id')
    .select(['ci.id', 'ci.inbox_id as inboxId', 'k.key as sourceId'])
    .where('ci.contact_id', '=', contactId)
    .orderBy('k.id');
  const contactInboxes = [...(await bySourceId.execute()), ...(await byKey.execute())];
  const { email, phoneNumber, identifier } = contact;
  return {
    accountId,
    contactId,
    contactIds: union(before?.contactIds, [contactId, ...formerIds]),
    conversationIds: union(
      before?.conversationIds,
      conversations.map(({ id }) => id),
    ),
    displayIds: union(
      before?.displayIds,
      conversations.map(({ displayId }) => displayId),
    ),
    contactInboxes: [
      ...(before?.contactInboxes ?? []).filter(({ id }) => !contactInboxes.some((of) => of.id === id)),
      ...contactInboxes,
    ],
    texts: union(before?.texts, lowered([email, phoneNumber, phoneNumber?.replace('+', '')])),
    ids: union(before?.ids, lowered([identifier, ...contactInboxes.map((of) => of.sourceId)])),
  };
}

/** The texts that are long enough, in lower case. */
export function lowered(given: readonly (string | null | undefined)[]): string[] {
  return given.flatMap((text) => (text && text.length >= SHORTEST ? [text.toLowerCase()] : []));
}

function union<T>(some: readonly T[] = [], others: readonly T[] = []): T[] {
  return [...new Set([...some, ...others])];
}
