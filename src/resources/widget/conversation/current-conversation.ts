import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tx } from '../../../db/tx.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import { findMessage } from '../../../conversations/messages/queries.ts';
import { found, notFound } from '../../../errors.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import { isPublic } from '../../../records/public/public-messages.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import { readConversation } from '../../../records/read-conversations.ts';
import type { MessageInPlace } from '../../messages/public/schema.ts';

// A visitor sees the conversations of their contact inbox or, once their identity is verified, those of all verified
// contact inboxes that they have on the website.

/** The visitor's conversation, which is their newest; null = they have none yet. */
export async function findCurrentConversation(
  tx: Tx,
  inboxId: number,
  visitor: ContactCaller,
): Promise<ConversationRecord | null> {
  const [newest] = await newestOf(tx, valuesOf(inboxId, visitor), variantOf(visitor));
  return newest ? readConversation(tx, newest.id) : null;
}

/** As `findCurrentConversation`. @throws AppError `not_found`, "Conversation not found" */
export async function readCurrentConversation(
  tx: Tx,
  inboxId: number,
  visitor: ContactCaller,
): Promise<ConversationRecord> {
  return found(await findCurrentConversation(tx, inboxId, visitor), 'Conversation');
}

/** The message that the visitor sees with this id. @throws AppError `not_found`, "Message not found" */
export async function readOwnMessage(
  tx: Tx,
  inboxId: number,
  visitor: ContactCaller,
  id: number,
): Promise<MessageInPlace> {
  const [place] = await placeOf(tx, { ...valuesOf(inboxId, visitor), id }, variantOf(visitor));
  const message = place && (await findMessage(tx, place.conversationId, id));
  if (!message || !isPublic(message)) throw notFound('Message');
  return { conversation: await readConversation(tx, place.conversationId), message };
}

type Values = { inboxId: number; contactId: number; contactInboxId: number };

function valuesOf(inboxId: number, { contact, contactInbox }: ContactCaller): Values {
  return { inboxId, contactId: contact.id, contactInboxId: contactInbox.id };
}

const variantOf = ({ contactInbox }: ContactCaller) => (contactInbox.hmacVerified ? 'verified' : 'own');

const newestOf = prepared((db, values: Placeholders<Values>, variant: string) =>
  db
    .selectFrom('conversations as c')
    .select('c.id')
    .where('c.contact_inbox_id', 'in', (eb) =>
      eb.selectFrom('contact_inboxes as ci').select('ci.id').where(isVisitors(values, variant)),
    )
    .orderBy('c.id', 'desc')
    .limit(1),
);

const placeOf = prepared((db, values: Placeholders<Values & { id: number }>, variant: string) =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .select('c.id as conversationId')
    .where('m.id', '=', values.id)
    .where(isVisitors(values, variant)),
);

/** Whether the contact inbox `ci` is the visitor's: their own, or with a proof all that are proved to be the contact's. */
function isVisitors(values: Placeholders<Values>, variant: string): RawBuilder<SqlBool> {
  return variant === 'own'
    ? sql<SqlBool>`ci.id = ${values.contactInboxId}`
    : sql<SqlBool>`(ci.contact_id = ${values.contactId} and ci.inbox_id = ${values.inboxId} and ci.hmac_verified = true)`;
}
