import { AVAILABILITIES } from '../entities/account-user.ts';
import { FILE_TYPES, SHARED_TYPES } from '../entities/attachment.ts';
import { CONTENT_TYPES, MESSAGE_STATUSES, MESSAGE_TYPES, SENDER_TYPES, type SenderType } from '../entities/message.ts';
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
  seconds,
  shape,
  text,
} from './shape.ts';
import { CHANNEL_NAMES } from './channel-names.ts';

// The shapes of the blocks that answers and events have in common.

/** The value of `channel_type`. */
export const channelTypeShape = oneOf(Object.values(CHANNEL_NAMES));

export const contactBlockShape = named('ContactBlock', {
  id: integer,
  name: text,
  email: nullable(text),
  phone_number: nullable(text),
  identifier: nullable(text),
  thumbnail: text,
  blocked: flag,
  additional_attributes: attributes,
  custom_attributes: attributes,
  type: oneOf(['contact']),
});

export const userBlockShape = named('UserBlock', {
  id: integer,
  name: text,
  available_name: text,
  email: text,
  avatar_url: text,
  thumbnail: text,
  availability_status: oneOf(AVAILABILITIES),
  type: oneOf(['user']),
});

export const inboxBlockShape = shape({ id: integer, name: text });

export const slimInboxBlockShape = named('SlimInbox', {
  id: integer,
  avatar_url: text,
  channel_id: integer,
  name: text,
  channel_type: channelTypeShape,
  provider: nullable(text),
});

export const csatConfigShape = named('CsatConfig', {
  display_type: text,
  message: text,
  button_text: text,
  language: text,
  survey_rules: shape({ operator: text, values: list(text) }),
  template: nullable(attributes),
});

/** The opening hours of an inbox on one day of the week. */
export const workingHoursShape = named('WorkingHours', {
  day_of_week: integer,
  closed_all_day: flag,
  open_all_day: flag,
  open_hour: nullable(integer),
  open_minutes: nullable(integer),
  close_hour: nullable(integer),
  close_minutes: nullable(integer),
});

const senderProperties = <T extends SenderType>(type: T) => ({
  id: integer,
  name: text,
  type: oneOf([type]),
  avatar_url: text,
  thumbnail: text,
});

/** The sender of a message, whose keys depend on `type`; null = the system, or a sender that was deleted. */
export const senderBlockShape = nullable(
  either(
    named('UserSender', { ...senderProperties('User'), available_name: text, email: nullable(text) }),
    named('ContactSender', {
      ...senderProperties('Contact'),
      email: nullable(text),
      phone_number: nullable(text),
      identifier: nullable(text),
    }),
    named('AgentBotSender', senderProperties('AgentBot')),
  ),
);

/** The value of `sender_type`. */
export const senderTypeShape = nullable(oneOf(SENDER_TYPES));

/** The keys of every attachment; without a file, they are empty. */
export const attachmentProperties = {
  id: integer,
  message_id: integer,
  file_type: oneOf([...FILE_TYPES, ...SHARED_TYPES]),
  account_id: integer,
  extension: nullable(text),
  content_type: text,
  data_url: text,
  thumb_url: text,
  file_size: integer,
  width: nullable(integer),
  height: nullable(integer),
};

/** The keys that a place (`location`) has besides, or somebody's card (`contact`): only the latter has `meta`. */
export const sharedProperties = {
  coordinates_lat: number,
  coordinates_long: number,
  fallback_title: text,
  meta: shape({ firstName: text, lastName: text }),
};

export const attachmentBlockShape = named('Attachment', attachmentProperties, sharedProperties);

/** The value of `message_type`: 0 incoming, 1 outgoing, 2 activity, 3 template. */
export const messageTypeShape = oneOf(MESSAGE_TYPES.map((_, index) => index));

export const messageBlockShape = named('MessageBlock', {
  id: integer,
  content: nullable(text),
  account_id: integer,
  inbox_id: integer,
  conversation_id: integer,
  message_type: messageTypeShape,
  created_at: seconds,
  updated_at: iso,
  private: flag,
  status: oneOf(MESSAGE_STATUSES),
  external_error: nullable(text),
  source_id: nullable(text),
  content_type: oneOf(CONTENT_TYPES),
  content_attributes: attributes,
  additional_attributes: attributes,
  external_source_ids: attributes,
  processed_message_content: nullable(text),
  sentiment: attributes,
  sender_type: senderTypeShape,
  sender_id: nullable(integer),
  sender: senderBlockShape,
  attachments: list(attachmentBlockShape),
  conversation: shape({
    assignee_id: nullable(integer),
    unread_count: integer,
    last_activity_at: seconds,
    contact_inbox: shape({ source_id: text }),
  }),
});
