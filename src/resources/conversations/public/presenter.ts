import { unixSeconds } from '../../../time.ts';
import { publicContactBlock } from '../../../wire/public-blocks.ts';
import type { Shown } from '../../../wire/shape.ts';
import { presentPublicMessage } from '../../messages/public/presenter.ts';
import type { publicConversationShape } from './answers.ts';
import type { PublicConversation } from './queries.ts';

/** A conversation as its contact sees it. */
export function presentPublicConversation(
  { conversation, messages }: PublicConversation,
  publicUrl: string,
): Shown<typeof publicConversationShape> {
  return {
    id: conversation.displayId,
    uuid: conversation.uuid,
    inbox_id: conversation.inbox.id,
    status: conversation.status,
    contact_last_seen_at: unixSeconds(conversation.contactLastSeenAt),
    agent_last_seen_at: unixSeconds(conversation.agentLastSeenAt),
    messages: messages.map((message) => presentPublicMessage(message, conversation.displayId, publicUrl)),
    contact: publicContactBlock(conversation.contact),
  };
}
