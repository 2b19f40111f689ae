import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { InboxRecord } from '../../records/inbox.ts';
import type { MessageRecord, Presence, SenderRecord } from '../../records/message.ts';
import { sql } from 'kysely';
import { channels } from '../../channels/find-channel.ts';
import { json } from '../../db/dialect.ts';
import { onlyRow, type Placeholders, prepared } from '../../db/prepared.ts';
import type { SenderType } from '../../entities/message.ts';
import { addressMessage } from './address-message.ts';
import { findBotSender } from './find-bot-sender.ts';
import { findReference } from './find-reference.ts';
import type { NewMessage } from './new-message.ts';
import { planContinuity } from '../continuity/plan-continuity.ts';
import { failedPlan, NOTHING_TO_SEND, planSending, queueSending, type SendingPlan } from '../sending/plan-sending.ts';
import { writeAttachments } from './write-attachments.ts';
import { sharedIn, writeShared } from './write-shared.ts';

/**
 * Writes a new message of the locked conversation with its attachments, and queues its sending by a provider, or by mail if
 * the contact may miss it. `key`: its row key, if taken already; `presence`: the presence of the writing user.
 * @throws AppError `invalid`, 'Invalid email address'; `not_found` for a bot of another account
 */
export async function insertMessage(
  tx: Tx,
  conversation: ConversationRecord,
  input: Omit<NewMessage, 'reopens'>,
  now: Date,
  { key = null, presence = null }: { key?: number | null; presence?: Presence | null } = {},
): Promise<MessageRecord> {
  const { id: conversationId, account, contact, contactInbox, inbox } = conversation;
  const sender = await findSender(tx, account, contact, input, presence);
  const plan = isSentByProvider(inbox, input) ? await planOf(tx, conversation, input, now) : NOTHING_TO_SEND;
  const message = {
    accountId: account.id,
    inboxId: inbox.id,
    messageType: input.messageType,
    content: input.content,
    contentType: input.contentType,
    contentAttributes: {
      ...input.contentAttributes,
      ...(isReference(input) && (await findReference(tx, conversationId, input.contentAttributes))),
      ...(inbox.channelType === 'email' && addressMessage(input.recipients)),
      ...plan.attributes,
    },
    additionalAttributes: input.additionalAttributes,
    status: plan.status,
    externalError: plan.externalError,
    private: input.private,
    sourceId: input.sourceId,
  };
  const ofSender = { senderType: sender?.type ?? null, senderId: sender?.id ?? null };
  const shared = sharedIn(input.contentAttributes);
  const id = await insertMessageRow(
    tx,
    { ...message, ...ofSender, conversationId, attachmentsCount: input.files.length + shared.length },
    now,
    key,
  );
  const place = { accountId: account.id, conversationId, messageId: id };
  const attachments = [
    ...(input.files.length > 0 ? await writeAttachments(tx, place, input.files, now) : []),
    ...(shared.length > 0 ? await writeShared(tx, place, shared, now) : []),
  ];
  if (plan.provider) {
    const sendable = { id, accountId: account.id, inboxId: inbox.id };
    await queueSending(tx, sendable, contactInbox, plan.provider, now);
  }
  await planContinuity(tx, conversation, { ...message, id }, now);
  return { ...message, id, sender, attachments, createdAt: now, updatedAt: now };
}

/** The plan for a message that a provider sends. */
async function planOf(
  tx: Tx,
  conversation: ConversationRecord,
  { unsent, additionalAttributes }: Pick<NewMessage, 'unsent' | 'additionalAttributes'>,
  now: Date,
): Promise<SendingPlan> {
  return unsent === undefined ? planSending(tx, conversation, additionalAttributes, now) : failedPlan(unsent);
}

/**
 * The sender of a new message: for an incoming one, the contact who wrote it, or else the conversation's; for others, the
 * actor, or the bot named by a user. Null = the system; always null for activities.
 * @throws AppError `not_found`, "Agent bot not found", for a bot that the account cannot use
 */
async function findSender(
  tx: Tx,
  account: AccountRecord,
  contact: ContactRecord,
  { messageType, actor, botId }: Pick<NewMessage, 'messageType' | 'actor' | 'botId'>,
  presence: Presence | null,
): Promise<SenderRecord | null> {
  const isOfOther = messageType === 'incoming' && actor?.type === 'Contact' && actor.id !== contact.id;
  if (messageType === 'incoming' && !isOfOther) {
    return { ...contact, type: 'Contact', displayName: null, presence: null };
  }
  if (messageType === 'activity' || actor === null) return null;
  if (actor.type === 'PlatformApp' || actor.type === 'AutomationRule') return null;
  if (actor.type === 'User' && botId !== null) return findBotSender(tx, account.id, botId);
  return { ...actor, type: actor.type, phoneNumber: null, identifier: null, presence };
}

/**
 * Whether a provider sends the message to the contact: not for private notes, messages of the contact or from the channel
 * itself, nor in channels whose clients fetch their messages.
 */
export function isSentByProvider(
  inbox: InboxRecord,
  message: Pick<MessageRecord, 'messageType' | 'private' | 'sourceId'>,
): boolean {
  const isForContact = message.messageType === 'outgoing' || message.messageType === 'template';
  return channels[inbox.channelType].external && isForContact && !message.private && message.sourceId === null;
}

/** Whether the message answers another one. */
function isReference({ contentAttributes }: Pick<NewMessage, 'contentAttributes'>): boolean {
  return contentAttributes['in_reply_to'] !== undefined || contentAttributes['in_reply_to_external_id'] !== undefined;
}

/** The columns of a new message. */
type NewRow = Omit<MessageRecord, 'id' | 'sender' | 'attachments' | 'createdAt' | 'updatedAt'> & {
  conversationId: number;
  senderType: SenderType | null;
  senderId: number | null;
  attachmentsCount: number;
};

/**
 * Takes the row key of a message, so that what is written after the message need not wait for it. Null on SQLite, where
 * nothing waits.
 */
export async function takeMessageKey(tx: Tx): Promise<number | null> {
  return tx.isPostgres ? onlyRow(await nextKey(tx, {})).id : null;
}

const nextKey = prepared((db) => db.selectNoFrom(sql<number>`nextval('messages_id_seq')`.as('id')));

/** Writes the row of a message and returns its key, which is `key` if it has been taken already. */
export async function insertMessageRow(tx: Tx, row: NewRow, now: Date, key: number | null = null): Promise<number> {
  const attributes = {
    contentAttributes: json(row.contentAttributes),
    additionalAttributes: json(row.additionalAttributes),
  };
  const values = { ...row, ...attributes, now };
  if (key === null) return onlyRow(await insert(tx, values)).id;
  await tx.sent(insertWithKey(tx, { ...values, key }));
  return key;
}

type Values = NewRow & { now: Date };

const insert = prepared((db, values: Placeholders<Values>) =>
  db.insertInto('messages').values(columnsOf(values)).returning('id'),
);

const insertWithKey = prepared((db, values: Placeholders<Values & { key: number }>) =>
  db.insertInto('messages').values({ ...columnsOf(values), id: values.key }),
);

const columnsOf = (values: Placeholders<Values>) => ({
  account_id: values.accountId,
  inbox_id: values.inboxId,
  conversation_id: values.conversationId,
  message_type: values.messageType,
  content: values.content,
  content_type: values.contentType,
  content_attributes: values.contentAttributes,
  additional_attributes: values.additionalAttributes,
  status: values.status,
  external_error: values.externalError,
  private: values.private,
  source_id: values.sourceId,
  sender_type: values.senderType,
  sender_id: values.senderId,
  attachments_count: values.attachmentsCount,
  created_at: values.now,
  updated_at: values.now,
});
