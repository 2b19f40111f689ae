import type { ConversationRecord } from '../records/conversation.ts';
import type { SenderRecord } from '../records/message.ts';
import { availabilityStatus } from '../records/availability.ts';
import type { eventSenderShape, flatSenderShape } from './event-sender-shapes.ts';
import { senderBlock } from './message-blocks.ts';
import type { Shown } from './shape.ts';

type Sender = Shown<typeof eventSenderShape>;

/** The types of senders in Chatwoot's spelling. */
const FLAT_TYPES = { User: 'user', Contact: 'contact', AgentBot: 'agent_bot' } as const;

/**
 * The sender of a message in an event: the block of answers, with the availability of a user at `now`, and all of a contact
 * that Chatwoot's receivers read. Null = the system, or a deleted sender.
 */
export function eventSender(sender: SenderRecord | null, conversation: ConversationRecord, now: Date): Sender {
  const block = senderBlock(sender);
  if (block === null || sender === null) return null;
  if (block.type === 'AgentBot') return block;
  if (block.type === 'User') {
    const status = sender.presence === null ? 'offline' : availabilityStatus(sender.presence, now);
    return { ...block, availability_status: status };
  }
  const { account } = conversation;
  const contact = conversation.contact.id === sender.id ? conversation.contact : null;
  return {
    ...block,
    account: { id: account.id, name: account.name },
    avatar: block.avatar_url,
    blocked: contact?.blocked ?? false,
    additional_attributes: contact?.additionalAttributes ?? {},
    custom_attributes: contact?.customAttributes ?? {},
  };
}

/** The sender at the top of a message event: the same with Chatwoot's spelling of the type. */
export function flatSender(sender: Sender): Shown<typeof flatSenderShape> {
  return sender && ({ ...sender, type: FLAT_TYPES[sender.type] } as Shown<typeof flatSenderShape>);
}
