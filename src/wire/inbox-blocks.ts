import { urlForReaders } from '../addresses.ts';
import type { InboxDetails, SlimInboxRecord } from '../records/inbox.ts';
import type { CsatConfig } from '../entities/inbox.ts';
import type { Shown } from './shape.ts';
import { CHANNEL_NAMES } from './channel-names.ts';
import type { inboxSettingsShape } from './inbox-payload-shapes.ts';
import type { csatConfigShape, slimInboxBlockShape } from './block-shapes.ts';

// Inboxes inside other objects and on their own.

/** An inbox in the list of a contact's inboxes. */
export function slimInboxBlock(inbox: SlimInboxRecord): Shown<typeof slimInboxBlockShape> {
  return {
    id: inbox.id,
    avatar_url: inbox.avatarUrl ?? '',
    channel_id: inbox.channelId,
    name: inbox.name,
    channel_type: CHANNEL_NAMES[inbox.channelType],
    provider: inbox.provider,
  };
}

/** The settings of an inbox and its channel, without secrets. */
export function inboxSettingsBlock(inbox: InboxDetails): Shown<typeof inboxSettingsShape> {
  const { channel } = inbox;
  return {
    name: inbox.name,
    greeting_enabled: inbox.greetingEnabled,
    greeting_message: inbox.greetingMessage,
    enable_auto_assignment: inbox.enableAutoAssignment,
    auto_assignment_config: inbox.autoAssignmentConfig,
    enable_email_collect: inbox.enableEmailCollect,
    working_hours_enabled: inbox.workingHoursEnabled,
    working_hours: inbox.workingHours,
    out_of_office_message: inbox.outOfOfficeMessage,
    timezone: inbox.timezone,
    csat_survey_enabled: inbox.csatSurveyEnabled,
    csat_config: csatConfigBlock(inbox.csatConfig),
    allow_messages_after_resolved: inbox.allowMessagesAfterResolved,
    lock_to_single_conversation: inbox.lockToSingleConversation,
    sender_name_type: inbox.senderNameType,
    business_name: inbox.businessName,
    avatar_url: inbox.avatarUrl ?? '',
    channel: {
      ...channel.settings,
      id: channel.id,
      type: CHANNEL_NAMES[channel.type],
      identifier: channel.identifier,
      webhook_url: urlForReaders(channel.webhookUrl),
    },
  };
}

/** The configuration of an inbox's satisfaction survey, with defaults for values that are not set. */
export function csatConfigBlock(config: CsatConfig): Shown<typeof csatConfigShape> {
  return {
    display_type: config.display_type ?? 'emoji',
    message: config.message ?? '',
    button_text: config.button_text ?? 'Please rate us',
    language: config.language ?? 'en',
    survey_rules: {
      operator: config.survey_rules?.operator ?? 'contains',
      values: config.survey_rules?.values ?? [],
    },
    template: config.template ?? null,
  };
}
