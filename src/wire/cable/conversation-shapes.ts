import { contactBlockShape, userBlockShape } from '../block-shapes.ts';
import { agentBotEventShape, conversationBlockShape, statusShape } from '../event-block-shapes.ts';
import { either, flag, integer, nullable, oneOf, propertiesOf, seconds, shape, text } from '../shape.ts';

// The shapes of conversations and typing users for listeners of the socket; conversation-data.ts makes the data for contacts.

const block = propertiesOf(conversationBlockShape);

/** For the contact. */
export const contactConversationShape = shape({
  id: block.id,
  account_id: block.account_id,
  inbox_id: block.inbox_id,
  status: statusShape,
  can_reply: flag,
  contact_last_seen_at: block.contact_last_seen_at,
  last_activity_at: seconds,
  timestamp: seconds,
  created_at: seconds,
});

/** A typing user or contact, for the team; the short forms are for deleted ones. */
export const teamTypistShape = either(
  contactBlockShape,
  userBlockShape,
  agentBotEventShape,
  shape({ id: integer, name: text, email: nullable(text), type: text }),
  shape({ id: integer, name: text, type: oneOf(['agent_bot']) }),
);

/** Who types, for the contact. */
export const contactTypistShape = shape({
  id: integer,
  name: text,
  available_name: text,
  avatar_url: text,
  type: text,
});
