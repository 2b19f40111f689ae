import { CONVERSATION_STATUSES, PRIORITIES } from '../../entities/conversation.ts';
import { agentBotBlockShape } from '../../wire/agent-bot-block.ts';
import { agentShape } from '../../wire/agent-block.ts';
import {
  attachmentProperties,
  sharedProperties,
  channelTypeShape,
  messageBlockShape,
  senderBlockShape,
} from '../../wire/block-shapes.ts';
import { teamBlockShape } from '../../wire/team-block.ts';
import {
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
} from '../../wire/shape.ts';
import { claimsShape } from '../../wire/claims-block.ts';
import { contactShape } from '../contacts/answers.ts';

const status = oneOf(CONVERSATION_STATUSES);
const priority = nullable(oneOf(PRIORITIES));
/** 0 = never. */
const moment: Shape<number> = { ...seconds, description: 'Unix seconds; 0 = never' };

export const conversationShape = named('Conversation', {
  id: integer,
  display_id: integer,
  uuid: text,
  account_id: integer,
  inbox_id: integer,
  status,
  priority,
  muted: flag,
  snoozed_until: nullable(iso),
  contact: shape({ id: integer, name: text, email: nullable(text) }),
  assignee: nullable(agentShape),
  meta: shape({
    sender: contactShape,
    channel: channelTypeShape,
    assignee: nullable(either(agentShape, agentBotBlockShape)),
    assignee_type: nullable(oneOf(['User', 'AgentBot'])),
    team: nullable(teamBlockShape),
    hmac_verified: flag,
    claims: claimsShape,
  }),
  messages: list(messageBlockShape),
  last_non_activity_message: nullable(messageBlockShape),
  labels: list(text),
  additional_attributes: attributes,
  custom_attributes: attributes,
  can_reply: flag,
  unread_count: integer,
  first_reply_created_at: moment,
  waiting_since: moment,
  agent_last_seen_at: moment,
  assignee_last_seen_at: moment,
  contact_last_seen_at: moment,
  last_activity_at: seconds,
  timestamp: seconds,
  created_at: seconds,
  updated_at: number,
  sla_policy_id: nullable(integer),
});

/** The counts of a list of conversations; `count` is that of the requested assignment. */
export const countsShape = named('ConversationCounts', {
  count: integer,
  current_page: integer,
  mine_count: integer,
  assigned_count: integer,
  unassigned_count: integer,
  all_count: integer,
});

export const conversationListShape = shape({ data: shape({ meta: countsShape, payload: list(conversationShape) }) });

export const toggledStatusShape = shape({
  payload: shape({ success: flag, conversation_id: integer, current_status: status, snoozed_until: nullable(iso) }),
  status,
  snoozed_until: nullable(iso),
});

export const toggledPriorityShape = shape({ priority });

export const customAttributesShape = shape({ custom_attributes: attributes });

const fileProperties = { ...attachmentProperties, created_at: seconds, sender: senderBlockShape };
const filesMeta = shape({ total_count: integer, count: integer, current_page: integer });

export const attachmentShape = named('ConversationAttachment', fileProperties, sharedProperties);

export const attachmentsShape = shape({
  payload: list(attachmentShape),
  meta: filesMeta,
});

/** A file of any of a contact's conversations. */
export const contactAttachmentShape = named(
  'ContactAttachment',
  { ...fileProperties, conversation_id: integer },
  sharedProperties,
);

export const contactAttachmentsShape = shape({
  payload: list(contactAttachmentShape),
  meta: filesMeta,
});

const assignedTeamShape = named('AssignedTeam', { ...propertiesOf(teamBlockShape), created_at: iso, updated_at: iso });

/** The assignee or team that was set; null = none. */
export const assignedShape = nullable(either(agentShape, agentBotBlockShape, assignedTeamShape));

export const filteredShape = shape({ meta: countsShape, payload: list(conversationShape) });

export const foundMessageShape = named('FoundMessage', {
  id: integer,
  content: nullable(text),
  message_type: integer,
  sender_name: nullable(text),
  created_at: seconds,
});

export const foundConversationShape = named('FoundConversation', {
  id: integer,
  display_id: integer,
  uuid: text,
  account_id: integer,
  created_at: seconds,
  contact: shape({ id: integer, name: text }),
  inbox: shape({ id: integer, name: text, channel_type: channelTypeShape }),
  messages: list(foundMessageShape),
});

export const foundConversationsShape = shape({ meta: countsShape, payload: list(foundConversationShape) });
