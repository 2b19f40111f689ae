import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { unixSeconds } from '../../time.ts';
import { presentPublicMessage } from '../messages/public/presenter.ts';

type Place = {
  /** The number of the conversation. */
  displayId: number;
  publicUrl: string;
  /** Whether the visitor may see what is known of their contact. */
  isKnown: boolean;
};

/** A message of a visitor's conversation as they see it. */
export function presentToVisitor(
  message: MessageRecord,
  { displayId, publicUrl, isKnown }: Place,
  echoId: string | number | null = null,
) {
  const { sender } = message;
  const isNamed = isKnown || sender?.type !== 'Contact';
  const shown = isNamed ? message : { ...message, sender: { ...sender, name: '', avatarUrl: null } };
  return presentPublicMessage(shown, displayId, publicUrl, echoId);
}

/** A message as its visitor sees it right after writing it. */
export function presentWidgetMessage(message: MessageRecord, place: Place, echoId: string | number | null = null) {
  return {
    ...presentToVisitor(message, place, echoId),
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
