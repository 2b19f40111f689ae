import { CONVERSATION_STATUSES } from '../../entities/conversation.ts';
import { workingHoursShape } from '../../wire/block-shapes.ts';
import { publicContactBlockShape } from '../../wire/public-blocks.ts';
import {
  attributes,
  flag,
  integer,
  list,
  named,
  nullable,
  oneOf,
  propertiesOf,
  seconds,
  shape,
  text,
} from '../../wire/shape.ts';
import { ALWAYS, OFTEN, publicMessageShape } from '../messages/public/answers.ts';
import { TOKENS } from './tokens.ts';

/** A visitor as they see themselves. */
export const visitorShape = publicContactBlockShape;

const KNOWN = { id: integer, has_email: flag, has_name: flag, has_phone_number: flag };

export const shownVisitorShape = named('KnownVisitor', { ...KNOWN, identifier: nullable(text) });

export const changedVisitorShape = named('ChangedVisitor', KNOWN, TOKENS);

/** The answered message, and who answered it. */
export const answeredShape = named('AnsweredWidgetMessage', { ...ALWAYS, contact: visitorShape }, OFTEN);

const callerShape = named('WidgetContact', {
  ...propertiesOf(publicContactBlockShape),
  ...KNOWN,
  pubsub_token: text,
});

const channelConfigShape = named('WidgetChannelConfig', {
  website_token: text,
  website_name: text,
  api_host: text,
  auth_token: nullable(text),
  avatar_url: text,
  locale: text,
  enabled_languages: list(shape({ iso_639_1_code: text, name: text })),
  enabled_features: list(text),
  widget_color: text,
  welcome_title: text,
  welcome_tagline: text,
  reply_time: text,
  timezone: text,
  utc_off_set: text,
  working_hours_enabled: flag,
  working_hours: list(workingHoursShape),
  out_of_office_message: nullable(text),
  allow_messages_after_resolved: flag,
  csat_survey_enabled: flag,
  pre_chat_form_enabled: flag,
  pre_chat_form_options: attributes,
  disable_branding: flag,
  portal: nullable(attributes),
  has_a_connected_agent_bot: nullable(text),
});

/** `contact` and `auth_token` are null for visitors who have not written yet, and are not known by a token. */
export const widgetShape = named('Widget', {
  website_channel_config: channelConfigShape,
  contact: nullable(callerShape),
  global_config: attributes,
});

export const widgetMessageShape = named(
  'WidgetMessage',
  { ...ALWAYS, inbox_id: integer, private: flag, source_id: nullable(text) },
  { ...OFTEN, ...TOKENS },
);

export const messageListShape = shape({
  payload: list(publicMessageShape),
  meta: shape({ contact_last_seen_at: seconds }),
});

const OF_CONVERSATION = {
  id: integer,
  inbox_id: integer,
  contact_last_seen_at: seconds,
  status: oneOf(CONVERSATION_STATUSES),
};

/** Empty for a visitor without a conversation. */
export const currentConversationShape = named('WidgetConversation', {}, OF_CONVERSATION);

export const changedConversationShape = named('ChangedWidgetConversation', {
  ...OF_CONVERSATION,
  custom_attributes: attributes,
});

export const startedConversationShape = named(
  'StartedWidgetConversation',
  {
    ...OF_CONVERSATION,
    messages: list(publicMessageShape),
    custom_attributes: attributes,
    contact: visitorShape,
  },
  TOKENS,
);
