import type { EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType, MessageStatus } from '../../entities/message.ts';
import { invalid } from '../../errors.ts';
import type { Actor, AttachmentFacts, MessageFacts, SenderFacts, StoredFile } from '../../events/facts.ts';
import { holdConversation, readConversation } from '../../events/read-conversations.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { recordConversationUpdated, recordMessageCreated } from '../../events/record-conversation.ts';
import { addressMessage, type Recipients } from './address-message.ts';
import { arrive, notePause } from './advance-conversation.ts';
import { findReference } from './find-reference.ts';
import { findSender } from './find-sender.ts';
import { limitMessages } from './limit-messages.ts';
import { moveConversation } from './move-conversation.ts';
import { noteMentions } from './note-mentions.ts';
import { planDelivery, queueDelivery } from './plan-delivery.ts';
import { writeAttachments } from './write-attachments.ts';
import { writeMessage } from './write-message.ts';

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
  /** Whom an answer by e-mail goes to beside the contact; of no use in other inboxes. */
  recipients: Recipients;
  files: StoredFile[];
  /** False = an incoming message leaves the status alone, as the first of a conversation that begins resolved. */
  reopens: boolean;
  /** Who writes it; an incoming message is the contact's, whoever brings it. Null = the system. */
  actor: Actor | null;
  /** The bot in whose name a user writes; null = in the user's own. */
  botId: number | null;
};

/** The message as written, and its conversation as it is then. */
export type CreatedMessage = { message: MessageFacts; conversation: ConversationRow };

/**
 * Adds a message to a conversation: the contact's makes it wait and reopens it, the team's answers it.
 * @throws AppError `invalid`: 'Invalid message type' for incoming messages outside of API inboxes, 'Too many messages',
 *   'Invalid email address'; `not_found` for a bot of another account, and when the conversation has been deleted meanwhile
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
    if (input.messageType !== 'template') await limitMessages(em, conversation, now);
    const sender = await findSender(em, conversation, input);
    const plan = await planDelivery(em, conversation, input);
    const columns = {
      ...input,
      status: plan.status,
      externalError: plan.externalError,
      contentAttributes: {
        ...input.contentAttributes,
        ...(await findReference(em, conversation, input.contentAttributes)),
        ...addressMessage(conversation, input.recipients),
        ...plan.attributes,
      },
      senderType: sender?.type ?? null,
      senderId: sender?.id ?? null,
      attachmentsCount: input.files.length,
    };
    const id = await writeMessage(em, conversation, columns, now);
    const attachments = await writeAttachments(em, conversation.account.id, conversation.id, id, input.files, now);
    const message = toMessage(id, columns, conversation, sender, attachments, now);
    if (plan.isQueued) await queueDelivery(em, message, now);
    await noteMentions(em, conversation, message, now);

    const arrived = await arrive(em, conversation, message, now);
    const open = input.reopens ? await reopen(em, arrived, message, now) : arrived;
    const answered = await notePause(em, open, message, now);
    await recordMessageCreated(em, answered.conversation, message, now);
    if (answered.changes.length > 0) await recordConversationUpdated(em, answered.conversation, answered.changes, now);
    return { message, conversation: answered.conversation };
  });
}

function toMessage(
  id: number,
  columns: NewMessage & { status: MessageStatus; externalError: string | null },
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
    status: columns.status,
    externalError: columns.externalError,
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
