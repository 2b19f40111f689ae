import type { Json } from '../entities/columns.ts';
import { CONVERSATION_STATUSES, PRIORITIES } from '../entities/conversation.ts';
import {
  anything,
  attributes,
  either,
  flag,
  integer,
  iso,
  list,
  named,
  nullable,
  number,
  oneOf,
  propertiesOf,
  seconds,
  type Shape,
  shape,
  text,
} from './shape.ts';
import { claimsShape } from './claims-block.ts';
import { eventSenderShape } from './event-sender-shapes.ts';
import { channelTypeShape, contactBlockShape, messageBlockShape, userBlockShape } from './block-shapes.ts';

// The shapes of the blocks that only event payloads contain.

export const accountShape = shape({ id: integer, name: text });
export const statusShape = oneOf(CONVERSATION_STATUSES);

const secondsOr0 = (what: string): Shape<number> => ({ ...integer, description: `Unix seconds; 0 = ${what}` });

export const agentBotEventShape = named('EventAgentBot', {
  id: integer,
  name: text,
  available_name: text,
  avatar_url: text,
  thumbnail: text,
  type: oneOf(['agent_bot']),
});

type Change = { [field: string]: { previous_value: Json; current_value: Json } };

/** Previous and new value of each changed field. */
export const changesShape: Shape<readonly Change[]> = list({
  type: 'object',
  additionalProperties: shape({ previous_value: anything, current_value: anything }),
  description: 'The name of a field that has changed, with its former value and its new one',
});

const { attachments, sender: _, ...inMessage } = propertiesOf(messageBlockShape);

/** A message inside a conversation; without attachments, the key is omitted, as Chatwoot's receivers expect. */
const eventMessageShape = named('EventMessage', { ...inMessage, sender: eventSenderShape }, { attachments });

export const conversationBlockShape = named('EventConversation', {
  id: integer,
  display_id: integer,
  uuid: text,
  inbox_id: integer,
  account_id: integer,
  channel: channelTypeShape,
  status: statusShape,
  priority: nullable(oneOf(PRIORITIES)),
  muted: flag,
  contact: contactBlockShape,
  assignee: nullable(userBlockShape),
  meta: shape({
    sender: contactBlockShape,
    assignee: nullable(either(userBlockShape, agentBotEventShape)),
    assignee_type: nullable(oneOf(['User', 'AgentBot'])),
    team: nullable(shape({ id: integer, name: text })),
    hmac_verified: flag,
    claims: claimsShape,
  }),
  contact_inbox: shape({
    id: integer,
    contact_id: integer,
    inbox_id: integer,
    source_id: text,
    hmac_verified: flag,
    created_at: iso,
    updated_at: iso,
  }),
  messages: list(eventMessageShape),
  labels: list(text),
  additional_attributes: attributes,
  custom_attributes: attributes,
  can_reply: flag,
  snoozed_until: nullable(iso),
  unread_count: integer,
  first_reply_created_at: nullable(iso),
  waiting_since: secondsOr0('the contact does not wait'),
  agent_last_seen_at: secondsOr0('not yet'),
  contact_last_seen_at: secondsOr0('not yet'),
  last_activity_at: seconds,
  timestamp: seconds,
  created_at: seconds,
  updated_at: { ...number, description: 'Unix seconds, with milliseconds' } as Shape<number>,
});
