import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { unixSeconds } from '../../time.ts';
import { presentPublicMessage, type PublicPlace } from '../messages/public/presenter.ts';

/** A visitor's own message, in the answer to writing it. */
export function presentWidgetMessage(
  message: MessageRecord,
  place: PublicPlace,
  echoId: string | number | null = null,
) {
  return {
    ...presentPublicMessage(message, place, echoId),
    inbox_id: message.inboxId,
    private: message.private,
    source_id: message.sourceId,
  };
}

/** A visitor's conversation without its messages. */
export function presentCurrentConversation(conversation: ConversationRecord) {
  return {
    id: conversation.displayId,
    inbox_id: conversation.inbox.id,
    contact_last_seen_at: unixSeconds(conversation.contactLastSeenAt),
    status: conversation.status,
  };
}
