import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import type { ContactInboxKey } from '../ensure-contact-inbox.ts';
import type { MessagePlace } from './message-sources.ts';

/** How many of the newest messages are searched for an address. */
const MOST_SEARCHED = 1000;

/** Lists of addresses in the attributes of sent messages, and in `email` of received ones. */
const SENT_TO = ['to_emails', 'cc_emails', 'bcc_emails'];
const RECEIVED = ['from', 'to', 'cc', 'bcc'];

/**
 * Whether a message of the contact belongs to the conversation of the message that it answers. Only recipients know the id of
 * a sent message. Many may know the id of a received one: it counts for the conversation's contact, for contacts who have
 * written there, and for addresses that its mails are from or to.
 */
export async function mayJoin(
  tx: Tx,
  { messageId, conversationId }: MessagePlace,
  sender: ContactInboxKey,
): Promise<boolean> {
  const answered = await tx.db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['m.message_type as messageType', 'c.contact_id as contactId', 'c.contact_inbox_id as contactInboxId'])
    .where('m.id', '=', messageId)
    .executeTakeFirst();
  if (!answered) return false;
  if (answered.messageType !== 'incoming') return true;
  if (answered.contactId === sender.contactId || answered.contactInboxId === sender.id) return true;
  return (await hasWritten(tx, conversationId, sender.contactId)) || isAddressed(tx, conversationId, sender.sourceId);
}

async function hasWritten(tx: Tx, conversationId: number, contactId: number): Promise<boolean> {
  const written = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('sender_type', '=', 'Contact')
    .where('sender_id', '=', contactId)
    .limit(1)
    .executeTakeFirst();
  return written !== undefined;
}

async function isAddressed(tx: Tx, conversationId: number, address: string): Promise<boolean> {
  const newest = tx.db
    .selectFrom('messages')
    .select(['content_attributes'])
    .where('conversation_id', '=', conversationId)
    .where('private', '=', false)
    .orderBy('id', 'desc')
    .limit(MOST_SEARCHED)
    .as('m');
  const quoted = JSON.stringify(address.toLowerCase()).replaceAll(/[\\%_]/g, String.raw`\$&`);
  const rows = await tx.db
    .selectFrom(newest)
    .select('m.content_attributes as attributes')
    .where(sql<boolean>`lower(cast(m.content_attributes as text)) like ${`%${quoted}%`} escape '\\'`)
    .execute();
  return rows.some(({ attributes }) => addressesIn(attributes).includes(address.toLowerCase()));
}

function addressesIn(attributes: Attributes): string[] {
  const { email } = attributes;
  const received = isAttributes(email) ? RECEIVED.map((name) => email[name]) : [];
  return [...SENT_TO.map((name) => attributes[name]), ...received]
    .flatMap(textsIn)
    .map((address) => address.toLowerCase());
}

const isAttributes = (value: Json | undefined): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
