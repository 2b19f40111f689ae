import type { Tx } from '../../../db/tx.ts';
import { findContact } from '../../contacts/find-contact.ts';

/** Whose data is erased, and by what it is recognized where no key leads to it. */
export type Subject = {
  accountId: number;
  contactId: number;
  /** With those of contacts that were merged into it. */
  contactIds: number[];
  /** The row keys of their conversations, and the numbers by which answers name these. */
  conversationIds: number[];
  displayIds: number[];
  contactInboxes: { id: number; inboxId: number; sourceId: string }[];
  /** In lower case: addresses, numbers and names that nobody else has. */
  texts: string[];
  /** In lower case; others may have the same. */
  names: string[];
};

/** Shorter texts are found in what has nothing to do with the contact. */
const SHORTEST = 5;

/** What is known of the contact now, together with what was known before; null = nothing was, and they are gone. */
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
  const contactInboxes = await tx.db
    .selectFrom('contact_inboxes')
    .select(['id', 'inbox_id as inboxId', 'source_id as sourceId'])
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();
  const { name, email, phoneNumber, identifier } = contact;
  const given = [
    email,
    phoneNumber,
    phoneNumber?.replace('+', ''),
    identifier,
    ...contactInboxes.map((of) => of.sourceId),
  ];
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
    texts: union(before?.texts, lowered(given)),
    names: union(before?.names, lowered([name])),
  };
}

/** Those that are long enough, in lower case. */
function lowered(given: readonly (string | null | undefined)[]): string[] {
  return given.flatMap((text) => (text && text.length >= SHORTEST ? [text.toLowerCase()] : []));
}

function union<T>(some: readonly T[] = [], others: readonly T[] = []): T[] {
  return [...new Set([...some, ...others])];
}
