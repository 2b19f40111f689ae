import { urlForReaders } from '../../addresses.ts';
import type { Secrets } from '../../channels/channel.ts';
import { findChannel } from '../../channels/find-channel.ts';
import { whatsapp } from '../../channels/whatsapp/settings.ts';
import type { WhatsappHealth } from '../../channels/whatsapp/health.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import type { WorkingHours } from '../../entities/inbox.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import { csatConfigBlock } from '../../wire/inbox-blocks.ts';
import type { ChannelRecord, InboxDetails } from '../../records/inbox.ts';
import type { Shown } from '../../wire/shape.ts';
import type { workingHoursShape } from '../../wire/block-shapes.ts';
import type { healthShape, inboxShape } from './answers.ts';

type Addressed = { address: string | null; claimedAddress: string | null };

/**
 * An inbox with all its values: the documented keys and Chatwoot's, null where its channel has no such value. `secrets`
 * are the channel's, for administrators; null leaves them out, with a user and a password in its address. `publicUrl` is the address of this server.
 */
export function presentInbox(
  inbox: InboxDetails & Addressed,
  secrets: Secrets | null,
  publicUrl: string,
): Shown<typeof inboxShape> {
  const channel = findChannel(inbox.channel.type);
  return {
    id: inbox.id,
    name: inbox.name,
    avatar_url: inbox.avatarUrl ?? '',
    channel_id: inbox.channel.id,
    channel_type: CHANNEL_NAMES[inbox.channel.type],
    greeting_enabled: inbox.greetingEnabled,
    greeting_message: inbox.greetingMessage,
    working_hours_enabled: inbox.workingHoursEnabled,
    working_hours: inbox.workingHours.map(presentWorkingHours),
    out_of_office_message: inbox.outOfOfficeMessage,
    timezone: inbox.timezone,
    enable_email_collect: inbox.enableEmailCollect,
    csat_survey_enabled: inbox.csatSurveyEnabled,
    csat_config: csatConfigBlock(inbox.csatConfig),
    enable_auto_assignment: inbox.enableAutoAssignment,
    auto_assignment_config: inbox.autoAssignmentConfig,
    allow_messages_after_resolved: inbox.allowMessagesAfterResolved,
    lock_to_single_conversation: inbox.lockToSingleConversation,
    sender_name_type: inbox.senderNameType,
    business_name: inbox.businessName,
    portal_id: inbox.portalId,
    help_center: inbox.portalId === null ? null : { name: inbox.portalName, slug: inbox.portalSlug },
    callback_webhook_url: null,
    messaging_service_sid: null,
    phone_number: null,
    address_status: addressStatus(inbox),
    provider: null,
    hmac_mandatory: null,
    identifier_proof: null,
    webhook_url: null,
    inbox_identifier: null,
    additional_attributes: null,
    website_url: null,
    website_token: null,
    web_widget_script: null,
    widget_color: null,
    welcome_title: null,
    welcome_tagline: null,
    reply_time: null,
    allowed_domains: null,
    selected_feature_flags: null,
    pre_chat_form_enabled: null,
    pre_chat_form_options: null,
    continuity_via_email: null,
    // Each kind of channel sets its own keys.
    ...channel.show(inbox.channel, publicUrl),
    ...(secrets === null && { webhook_url: urlForReaders(inbox.channel.webhookUrl) }),
    ...(secrets && {
      hmac_token: textOf(secrets['hmac_token']),
      secret: textOf(secrets['secret']),
      ...channel.showSecrets(inbox.channel, secrets),
    }),
  };
}

function addressStatus({ address, claimedAddress }: Addressed) {
  if (address !== null) return 'active';
  return claimedAddress === null ? null : 'pending';
}

export function presentWorkingHours(day: WorkingHours): Shown<typeof workingHoursShape> {
  return {
    day_of_week: day.day_of_week,
    closed_all_day: day.closed_all_day,
    open_all_day: day.open_all_day,
    open_hour: day.open_hour,
    open_minutes: day.open_minutes,
    close_hour: day.close_hour,
    close_minutes: day.close_minutes,
  };
}

/**
 * The provider's report about an inbox's phone number; null or {} for missing values. `publicUrl` is the address of this
 * server.
 */
export function presentHealth(
  { number, businessId }: WhatsappHealth,
  channel: ChannelRecord,
  publicUrl: string,
): Shown<typeof healthShape> {
  const limit = textOf(number['whatsapp_business_manager_messaging_limit']) ?? textOf(number['messaging_limit_tier']);
  return {
    status: textOf(number['status']),
    quality_rating: textOf(number['quality_rating']),
    messaging_limit: limit,
    id: textOf(number['id']),
    display_phone_number: textOf(number['display_phone_number']),
    verified_name: textOf(number['verified_name']),
    name_status: textOf(number['name_status']),
    messaging_limit_tier: limit,
    account_mode: textOf(number['account_mode']),
    code_verification_status: textOf(number['code_verification_status']),
    webhook_configuration: objectOf(number['webhook_configuration']),
    expected_webhook_url: String(whatsapp.show(channel, publicUrl)['callback_webhook_url']),
    throughput: objectOf(number['throughput']),
    last_onboarded_time: textOf(number['last_onboarded_time']),
    platform_type: textOf(number['platform_type']),
    certificate: textOf(number['certificate']),
    business_id: businessId,
  };
}

/** A text or number as text; null for other values. */
function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function objectOf(value: Json | undefined): Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
