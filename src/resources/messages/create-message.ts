import { db, type EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType } from '../../entities/message.ts';
import { invalid } from '../../errors.ts';
import type { Actor, AttachmentFacts, MessageFacts, SenderFacts, StoredFile } from '../../events/facts.ts';
import { holdConversation, readConversation } from '../../events/read-conversations.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { recordConversationUpdated, recordMessageCreated } from '../../events/record-conversation.ts';
import { writeAttachments } from './write-attachments.ts';
import { arrive, notePause } from './advance-conversation.ts';
import { moveConversation } from './move-conversation.ts';
import { writeMessage } from './write-message.ts';

const MESSAGE_ID = /^\d{1,9}$/;

export type NewMessage = {
  /** template = written by the system in the team's name. */
  messageType: 'incoming' | 'outgoing' | 'template';
  content: string | null;
  contentType: ContentType;
  contentAttributes: Attributes;
  additionalAttributes: Attributes;
  private: boolean;
  /** The message's name in the channel; null = none. */
  sourceId: string | null;
  files: StoredFile[];
  /** False = an incoming message leaves the status alone, as the first of a conversation that begins resolved. */
  reopens: boolean;
  /** Who writes it; an incoming message is the contact's, whoever brings it. Null = the system. */
  actor: Actor | null;
};

/** The message as written, and its conversation as it is then. */
export type CreatedMessage = { message: MessageFacts; conversation: ConversationRow };

/**
 * Adds a message to a conversation: the contact's makes it wait and reopens it, the team's answers it.
 * @throws AppError `invalid`, 'Invalid message type', for incoming messages outside of API inboxes; `not_found` when the
 *   conversation has been deleted meanwhile
 */
export function createMessage(
  em: EntityManager,
  conversation: ConversationRow,
  input: NewMessage,
  now: Date,
): Promise<CreatedMessage> {
  if (input.messageType === 'incoming' && conversation.inbox.channelType !== 'api') {
    throw invalid('Invalid message type', 'incoming messages can only be created in API inboxes', ['message_type']);
  }

  return em.transactional(async (em) => {
    await holdConversation(em, conversation.id);
    const sender = senderOf(input, conversation);
    const columns = {
      ...input,
      contentAttributes: await withReference(em, conversation, input.contentAttributes),
      senderType: sender?.type ?? null,
      senderId: sender?.id ?? null,
      attachmentsCount: input.files.length,
    };
    const id = await writeMessage(em, conversation, columns, now);
    const attachments = await writeAttachments(em, conversation.account.id, id, input.files, now);
    const message = toMessage(id, columns, conversation, sender, attachments, now);

    const arrived = await arrive(em, conversation, message, now);
    const open = input.reopens ? await reopen(em, arrived, message, now) : arrived;
    const answered = await notePause(em, open, message, now);
    await recordMessageCreated(em, answered.conversation, message, now);
    if (answered.changes.length > 0) await recordConversationUpdated(em, answered.conversation, answered.changes, now);
    return { message, conversation: answered.conversation };
  });
}

function senderOf(input: NewMessage, conversation: ConversationRow): SenderFacts | null {
  if (input.messageType === 'incoming') return { ...conversation.contact, type: 'Contact', displayName: null };
  if (input.actor === null || input.actor.type === 'PlatformApp') return null;
  return { ...input.actor, type: input.actor.type, phoneNumber: null, identifier: null };
}

/** An answer to a message names it by its id and by its name in the channel; a message that is not there, by neither. */
async function withReference(
  em: EntityManager,
  conversation: ConversationRow,
  attributes: Attributes,
): Promise<Attributes> {
  const { in_reply_to: id, in_reply_to_external_id: sourceId } = attributes;
  if (id === undefined && sourceId === undefined) return attributes;

  const query = db(em)
    .selectFrom('messages')
    .select(['id', 'source_id'])
    .where('conversation_id', '=', conversation.id);
  const known = MESSAGE_ID.test(String(id ?? ''))
    ? query.where('id', '=', Number(id))
    : query
        .where('source_id', '=', String(sourceId ?? ''))
        .orderBy('id', 'desc')
        .limit(1);
  const target = await known.executeTakeFirst();
  return { ...attributes, in_reply_to: target?.id ?? null, in_reply_to_external_id: target?.source_id ?? null };
}

function toMessage(
  id: number,
  columns: NewMessage,
  conversation: ConversationRow,
  sender: SenderFacts | null,
  attachments: AttachmentFacts[],
  now: Date,
): MessageFacts {
  return {
    id,
    accountId: conversation.account.id,
    inboxId: conversation.inbox.id,
    messageType: columns.messageType,
    content: columns.content,
    contentType: columns.contentType,
    contentAttributes: columns.contentAttributes,
    additionalAttributes: columns.additionalAttributes,
    status: 'sent',
    externalError: null,
    private: columns.private,
    sourceId: columns.sourceId,
    sender,
    attachments,
    createdAt: now,
    updatedAt: now,
  };
}

/** A message of a contact who is not blocked wakes its conversation; a bot gets resolved ones first. */
async function reopen(
  em: EntityManager,
  conversation: ConversationRow,
  message: MessageFacts,
  now: Date,
): Promise<ConversationRow> {
  if (message.messageType !== 'incoming' || conversation.contact.blocked) return conversation;
  if (conversation.status !== 'resolved' && conversation.status !== 'snoozed') return conversation;

  const status = conversation.status === 'resolved' && conversation.agentBotId !== null ? 'pending' : 'open';
  const activity = 'Conversation was reopened by a new incoming message';
  return moveConversation(em, await readConversation(em, conversation.id), { status, activity }, now);
}
