import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { MESSAGE_TYPES } from '../../entities/message.ts';
import { attachmentBlock, contentAttributes, senderBlock } from '../../wire/message-blocks.ts';
import { contactBlock, userBlock } from '../../wire/conversation-blocks.ts';
import type { Shown } from '../../wire/shape.ts';
import { iso, unixSeconds } from '../../time.ts';
import type { createdMessageShape, messagesShape } from './answers.ts';

/**
 * A message as a resource. `displayId` is its conversation's number, `publicUrl` the address of this server, `echoId` the
 * client's own id of the message, shown only to its author; null leaves the key out.
 */
export function presentMessage(
  message: MessageRecord,
  displayId: number,
  publicUrl: string,
  echoId: string | number | null = null,
): Shown<typeof createdMessageShape> {
  return {
    id: message.id,
    content: message.content,
    inbox_id: message.inboxId,
    conversation_id: displayId,
    message_type: MESSAGE_TYPES.indexOf(message.messageType),
    content_type: message.contentType,
    content_attributes: contentAttributes(message),
    status: message.status,
    external_error: message.externalError,
    private: message.private,
    source_id: message.sourceId,
    created_at: unixSeconds(message.createdAt),
    sender_type: message.sender?.type ?? null,
    sender: senderBlock(message.sender),
    attachments: message.attachments.map((attachment) => attachmentBlock(attachment, message.accountId, publicUrl)),
    ...(echoId !== null && { echo_id: echoId }),
  };
}

/** The values of the conversation in the list of its messages. */
export function presentMessagesMeta(conversation: ConversationRecord, now: Date): Shown<typeof messagesShape>['meta'] {
  return {
    labels: conversation.labels,
    additional_attributes: conversation.additionalAttributes,
    contact: contactBlock(conversation.contact),
    assignee: conversation.assignee && userBlock(conversation.assignee, now),
    contact_last_seen_at: unixSeconds(conversation.contactLastSeenAt),
    agent_last_seen_at: iso(conversation.agentLastSeenAt),
    assignee_last_seen_at: iso(conversation.assigneeLastSeenAt),
  };
}
