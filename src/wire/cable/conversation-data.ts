import type { conversationBlockShape } from '../event-block-shapes.ts';
import type { typingShape } from '../payload-shapes.ts';
import type { Shown } from '../shape.ts';
import type { contactConversationShape, contactTypistShape } from './conversation-shapes.ts';

// Conversations for listeners of the socket; the team gets the block of events.

type ConversationBlock = Shown<typeof conversationBlockShape>;

/** For the contact: what clients of contacts read. */
export function conversationForContact(block: ConversationBlock): Shown<typeof contactConversationShape> {
  return {
    id: block.id,
    account_id: block.account_id,
    inbox_id: block.inbox_id,
    status: block.status,
    can_reply: block.can_reply,
    contact_last_seen_at: block.contact_last_seen_at,
    last_activity_at: block.last_activity_at,
    timestamp: block.timestamp,
    created_at: block.created_at,
  };
}

/** Who types, as the team sees them; `known` is the user's or the bot's block, null = a contact, or a deleted one. */
export function typistForTeam(payload: Shown<typeof typingShape>, known: object | null): object {
  return payload.user.type === 'contact' ? payload.conversation.contact : (known ?? payload.user);
}

/** Who types, as the contact sees them. */
export function typistForContact(
  { user }: Shown<typeof typingShape>,
  known: { available_name: string; avatar_url: string } | null,
): Shown<typeof contactTypistShape> {
  return {
    id: user.id,
    name: user.name,
    available_name: known?.available_name ?? user.name,
    avatar_url: known?.avatar_url ?? '',
    type: user.type,
  };
}
