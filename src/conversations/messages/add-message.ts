import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { AttachmentRecord, MessageRecord, SenderRecord } from '../../records/message.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType, MessageStatus } from '../../entities/message.ts';
import { NO_CHAIN } from '../../events/chain.ts';
import { recordConversationUpdated, recordMessageCreated } from '../../events/record-conversation.ts';
import { addressMessage, type Recipients } from './address-message.ts';
import { arrive, notePause } from './advance-conversation.ts';
import { findReference } from './find-reference.ts';
import { findSender } from './find-sender.ts';
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
export type CreatedMessage = { message: MessageRecord; conversation: ConversationRecord };

/**
 * Writes a new message as the newest of its conversation, with its attachments and mentions, and has it sent. It is to be
 * announced afterwards. To be called with the conversation held.
 * @throws AppError `invalid`, 'Invalid email address'; `not_found` for a bot of another account
 */
export async function addMessage(
  em: EntityManager,
  conversation: ConversationRecord,
  input: NewMessage,
  now: Date,
): Promise<CreatedMessage> {
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
  const chain = isByPerson(input) ? NO_CHAIN : conversation.chain;
  return { message, conversation: await arrive(em, { ...conversation, chain }, message, now) };
}

/** Records an added message, and notes who waits for whom since then. Returns the conversation as it is then. */
export async function announceMessage(
  em: EntityManager,
  { message, conversation }: CreatedMessage,
  now: Date,
): Promise<ConversationRecord> {
  const answered = await notePause(em, conversation, message, now);
  await recordMessageCreated(em, answered.conversation, message, now);
  if (answered.changes.length > 0) await recordConversationUpdated(em, answered.conversation, answered.changes, now);
  return answered.conversation;
}

/** What the contact or somebody with a browser says is no automatic change, whatever was before. */
function isByPerson({ messageType, actor }: NewMessage): boolean {
  return messageType === 'incoming' || actor?.tokenId === null;
}

function toMessage(
  id: number,
  columns: NewMessage & { status: MessageStatus; externalError: string | null },
  conversation: ConversationRecord,
  sender: SenderRecord | null,
  attachments: AttachmentRecord[],
  now: Date,
): MessageRecord {
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
