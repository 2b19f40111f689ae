import { sql } from 'kysely';
import type { Part } from '../../../conversations/removal/part.ts';
import { inList } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Counts } from './erasures.ts';

/** The tables whose rows go with a message, a conversation or a contact, and the column that names it. */
const WITH_MESSAGES = [
  'attachments',
  'message_sources',
  'sendings',
  'received_files',
  'csat_survey_responses',
] as const;
const WITH_CONVERSATIONS = ['notifications', 'mentions', 'participants', 'draft_messages', 'slack_threads'] as const;
const WITH_CONTACTS = ['notes', 'contact_inboxes', 'presences'] as const;

/** How many rows go with this part of the contact's conversations. */
export async function countPart(tx: Tx, { conversationIds, messageIds }: Part): Promise<Counts> {
  const counts: Counts = { conversations: conversationIds.length, messages: messageIds.length };
  for (const table of WITH_MESSAGES) counts[table] = await countIn(tx, table, 'message_id', messageIds);
  for (const table of WITH_CONVERSATIONS) counts[table] = await countIn(tx, table, 'conversation_id', conversationIds);
  return counts;
}

/** How many rows go with the contact itself. */
export async function countContact(tx: Tx, contactId: number): Promise<Counts> {
  const counts: Counts = { contacts: 1 };
  for (const table of WITH_CONTACTS) counts[table] = await countIn(tx, table, 'contact_id', [contactId]);
  const keys = await tx.db
    .selectFrom('contact_keys as k')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'k.contact_inbox_id')
    .select('k.id')
    .where('ci.contact_id', '=', contactId)
    .execute();
  const pictures = await tx.db
    .selectFrom('avatars')
    .select('id')
    .where('owner_type', '=', 'Contact')
    .where('owner_id', '=', contactId)
    .execute();
  return { ...counts, contact_keys: keys.length, avatars: pictures.length };
}

type Table = (typeof WITH_MESSAGES | typeof WITH_CONVERSATIONS | typeof WITH_CONTACTS)[number];

async function countIn(tx: Tx, table: Table, column: string, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await tx.db
    .selectFrom(table)
    .select(sql<string>`count(*)`.as('count'))
    .where(inList(tx, column, JSON.stringify(ids)))
    .executeTakeFirstOrThrow();
  return Number(count);
}
