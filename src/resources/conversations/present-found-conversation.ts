import type { ConversationRecord } from '../../records/conversation.ts';
import { MESSAGE_TYPES } from '../../entities/message.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import type { Shown } from '../../wire/shape.ts';
import { unixSeconds } from '../../time.ts';
import type { foundConversationShape, foundMessageShape } from './answers.ts';
import type { FoundMessage } from './find-matching-messages.ts';

/** A conversation in the result of a search, with its messages among `messages`. */
export function presentFoundConversation(
  conversation: ConversationRecord,
  messages: FoundMessage[],
): Shown<typeof foundConversationShape> {
  return {
    id: conversation.displayId,
    display_id: conversation.displayId,
    uuid: conversation.uuid,
    account_id: conversation.account.id,
    created_at: unixSeconds(conversation.createdAt),
    contact: { id: conversation.contact.id, name: conversation.contact.name },
    inbox: {
      id: conversation.inbox.id,
      name: conversation.inbox.name,
      channel_type: CHANNEL_NAMES[conversation.inbox.channelType],
    },
    messages: messages.filter(({ conversationId }) => conversationId === conversation.id).map(presentFoundMessage),
  };
}

function presentFoundMessage({ message }: FoundMessage): Shown<typeof foundMessageShape> {
  return {
    id: message.id,
    content: message.content,
    message_type: MESSAGE_TYPES.indexOf(message.messageType),
    sender_name: message.sender && (message.sender.displayName || message.sender.name),
    created_at: unixSeconds(message.createdAt),
  };
}
