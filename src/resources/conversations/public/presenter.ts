import { unixSeconds } from '../../../time.ts';
import type { publicContactBlockShape } from '../../../wire/public-blocks.ts';
import type { Shown } from '../../../wire/shape.ts';
import { presentPublicMessage, type PublicPlace } from '../../messages/public/presenter.ts';
import type { publicConversationShape } from './answers.ts';
import type { PublicConversation } from './queries.ts';

/** A conversation for its contact; `contact` is the contact's own view, `isKnown` as for messages. */
export function presentPublicConversation(
  { conversation, messages }: PublicConversation,
  contact: Shown<typeof publicContactBlockShape>,
  place: Omit<PublicPlace, 'displayId'>,
): Shown<typeof publicConversationShape> {
  return {
    id: conversation.displayId,
    uuid: conversation.uuid,
    inbox_id: conversation.inbox.id,
    status: conversation.status,
    contact_last_seen_at: unixSeconds(conversation.contactLastSeenAt),
    agent_last_seen_at: unixSeconds(conversation.agentLastSeenAt),
    messages: messages.map((message) => presentPublicMessage(message, { ...place, displayId: conversation.displayId })),
    contact,
  };
}
