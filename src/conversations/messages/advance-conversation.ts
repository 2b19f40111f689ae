import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { sql } from 'kysely';
import { onlyRow, type Placeholders, prepared } from '../../db/prepared.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { change } from '../../wire/payloads.ts';
import { iso } from '../../time.ts';

// What a new message means for its conversation, in the transaction that holds it.

/** Makes the message the conversation's newest. Returns what messages change of a conversation as it is now. */
export async function arrive(
  em: EntityManager,
  conversation: ConversationRecord,
  message: MessageRecord,
  now: Date,
): Promise<ConversationRecord> {
  const incoming = message.messageType === 'incoming';
  const values = { id: conversation.id, messageId: message.id, now };
  const fresh = onlyRow(await (incoming ? arriveIncoming(em, values) : arriveOther(em, values)));
  if (incoming) await touchContact(em, { id: conversation.contact.id, now });
  return {
    ...conversation,
    ...fresh,
    contact: incoming ? { ...conversation.contact, lastActivityAt: now } : conversation.contact,
    lastMessageId: message.id,
    lastNonActivityMessageId: message.id,
    lastActivityAt: now,
    updatedAt: now,
  };
}

type Arrival = { id: number; messageId: number; now: Date };
const FRESH = [
  'status',
  'snoozed_until as snoozedUntil',
  'waiting_since as waitingSince',
  'first_reply_created_at as firstReplyCreatedAt',
  'last_incoming_at as lastIncomingAt',
  'unread_count as unreadCount',
] as const;

const arriveIncoming = prepared((db, values: Placeholders<Arrival>) =>
  db
    .updateTable('conversations')
    .set((eb) => ({
      last_message_id: values.messageId,
      last_non_activity_message_id: values.messageId,
      last_activity_at: values.now,
      last_incoming_at: values.now,
      updated_at: values.now,
      unread_count: eb('unread_count', '+', 1),
      chain_length: sql.lit(0),
    }))
    .where('id', '=', values.id)
    .returning(FRESH),
);

const arriveOther = prepared((db, values: Placeholders<Arrival>) =>
  db
    .updateTable('conversations')
    .set({
      last_message_id: values.messageId,
      last_non_activity_message_id: values.messageId,
      last_activity_at: values.now,
      updated_at: values.now,
    })
    .where('id', '=', values.id)
    .returning(FRESH),
);

const touchContact = prepared((db, values: Placeholders<{ id: number; now: Date }>) =>
  db.updateTable('contacts').set({ last_activity_at: values.now }).where('id', '=', values.id),
);

/** Keeps since when the contact waits, and when the team first answered. Returns what that changed, for the event. */
export async function notePause(
  em: EntityManager,
  conversation: ConversationRecord,
  message: MessageRecord,
  now: Date,
) {
  const isReply = message.messageType === 'outgoing' && !message.private;
  const isFirstReply = isReply && message.sender?.type === 'User' && conversation.firstReplyCreatedAt === null;
  const after = {
    ...conversation,
    waitingSince:
      message.messageType === 'incoming'
        ? (conversation.waitingSince ?? now)
        : isReply
          ? null
          : conversation.waitingSince,
    firstReplyCreatedAt: isFirstReply ? now : conversation.firstReplyCreatedAt,
  };
  const changes = [
    ...(after.waitingSince === conversation.waitingSince
      ? []
      : [change('waiting_since', iso(conversation.waitingSince), iso(after.waitingSince))]),
    ...(isFirstReply ? [change('first_reply_created_at', null, iso(now))] : []),
  ];
  if (changes.length > 0) {
    await db(em)
      .updateTable('conversations')
      .set({ waiting_since: after.waitingSince, first_reply_created_at: after.firstReplyCreatedAt })
      .where('id', '=', conversation.id)
      .execute();
  }
  return { conversation: after, changes };
}
