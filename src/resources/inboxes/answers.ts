import type { Channel } from '../../channels/channel.ts';
import { channels } from '../../channels/find-channel.ts';
import { IDENTIFIER_PROOFS } from '../../entities/channel.ts';
import { SENDER_NAME_TYPES } from '../../entities/inbox.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import { channelTypeShape, csatConfigShape, workingHoursShape } from '../../wire/block-shapes.ts';
import {
  attributes,
  either,
  flag,
  integer,
  list,
  named,
  nullable,
  oneOf,
  type Shape,
  shape,
  type Shown,
  text,
} from '../../wire/shape.ts';
import { agentBotShape } from '../agent_bots/answers.ts';

const addressStatusShape: Shape<'active' | 'pending'> = {
  ...oneOf(['active', 'pending']),
  description:
    "`pending`: an inbox of another account has the e-mail address (also with another part behind a plus sign), number or bot. The inbox sends and receives nothing until `POST .../verify_address` has found that it is this account's",
};

/** The keys of every inbox; null = the channel lacks the value. */
const always = {
  id: integer,
  name: text,
  avatar_url: text,
  channel_id: integer,
  greeting_enabled: flag,
  greeting_message: nullable(text),
  working_hours_enabled: flag,
  working_hours: list(workingHoursShape),
  out_of_office_message: nullable(text),
  timezone: text,
  enable_email_collect: flag,
  csat_survey_enabled: flag,
  csat_config: csatConfigShape,
  enable_auto_assignment: flag,
  auto_assignment_config: attributes,
  allow_messages_after_resolved: flag,
  lock_to_single_conversation: flag,
  sender_name_type: oneOf(SENDER_NAME_TYPES),
  business_name: nullable(text),
  portal_id: nullable(integer),
  help_center: nullable(attributes),
  callback_webhook_url: nullable(text),
  messaging_service_sid: nullable(text),
  phone_number: nullable(text),
  address_status: nullable(addressStatusShape),
  provider: nullable(text),
  hmac_mandatory: nullable(flag),
  identifier_proof: nullable(oneOf(IDENTIFIER_PROOFS)),
  webhook_url: nullable(text),
  inbox_identifier: nullable(text),
  additional_attributes: nullable(attributes),
  website_url: nullable(text),
  website_token: nullable(text),
  web_widget_script: nullable(text),
  widget_color: nullable(text),
  welcome_title: nullable(text),
  welcome_tagline: nullable(text),
  reply_time: nullable(text),
  allowed_domains: nullable(text),
  selected_feature_flags: nullable(list(text)),
  pre_chat_form_enabled: nullable(flag),
  pre_chat_form_options: nullable(attributes),
  continuity_via_email: nullable(flag),
};

/** Only for administrators with scope `write`; null = the channel lacks the value. */
const secrets = { hmac_token: nullable(text), secret: nullable(text) };

const anyInboxShape = shape({ ...always, channel_type: channelTypeShape }, secrets);

/** An inbox with the keys of its channel. Secrets are only for administrators with scope `write`. */
export const inboxShape = either(...Object.values(channels).map(inboxOfKind));

function inboxOfKind(channel: Channel): Shape<Shown<typeof anyInboxShape>> {
  const name = CHANNEL_NAMES[channel.type];
  return named(
    `${name.replace('Channel::', '')}Inbox`,
    { ...always, channel_type: oneOf([name]), ...channel.shown },
    { ...secrets, ...channel.shownSecrets },
  );
}

export const inboxListShape = shape({ payload: list(inboxShape) });

/** A sentence on what was done or requested. */
export const confirmationShape = shape({ message: text });

/** Without a bot, the key is absent, as Chatwoot's clients expect. */
export const connectedBotShape = shape({}, { agent_bot: agentBotShape });

/**
 * The first three keys are documented, the others are the provider's; null or an empty object = the provider gives no
 * value.
 */
export const healthShape = named('WhatsappHealth', {
  status: nullable(text),
  quality_rating: nullable(text),
  messaging_limit: nullable(text),
  id: nullable(text),
  display_phone_number: nullable(text),
  verified_name: nullable(text),
  name_status: nullable(text),
  messaging_limit_tier: nullable(text),
  account_mode: nullable(text),
  code_verification_status: nullable(text),
  webhook_configuration: attributes,
  expected_webhook_url: text,
  throughput: attributes,
  last_onboarded_time: nullable(text),
  platform_type: nullable(text),
  certificate: nullable(text),
  business_id: nullable(text),
});
