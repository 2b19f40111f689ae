import type { ChannelType } from '../entities/channel.ts';
import type { AccountRecord } from './account.ts';
import type { RecordOf } from './columns.ts';

/** The columns of an inbox for its conversations. */
export const INBOX = [
  'id',
  'name',
  'channelId',
  // The bot connected to it; null = none.
  'agentBotId',
  // Whether it assigns open conversations to its members automatically, and how.
  'enableAutoAssignment',
  'autoAssignmentConfig',
  // Whether conversations that nobody could take are assigned later.
  'assignsWaiting',
  // The automatic messages.
  'greetingEnabled',
  'workingHoursEnabled',
  'enableEmailCollect',
  'csatSurveyEnabled',
] as const;

/** An inbox as conversations and events read it. */
export type InboxRecord = RecordOf<'inboxes', typeof INBOX> & {
  account: AccountRecord;
  /** The events that trigger active automation rules of its account, as in entities/account.ts. */
  ruleEvents: string;
  /** Whether messages of its account go to Slack. */
  tellsSlack: boolean;
  /** Whether its account has any webhooks; null = that was not read. */
  hasWebhooks: boolean | null;
  channelType: ChannelType;
  /** Where events of an API channel go; null = nowhere. */
  webhookUrl: string | null;
  /** Hours after the contact's last message in which the team may answer; null = always. */
  replyWindowHours: number | null;
};

/** An inbox as an entry of a list. */
export type SlimInboxRecord = {
  id: number;
  name: string;
  avatarUrl: string | null;
  channelId: number;
  channelType: ChannelType;
  /** The provider in its channel's settings, for kinds of channels that may have several; null = none. */
  provider: string | null;
};

/** The columns of a channel, without its secrets. */
export const CHANNEL = [
  'id',
  'type',
  'identifier',
  'settings',
  'webhookUrl',
  'replyWindowHours',
  'messageTemplates',
  'createdAt',
  'updatedAt',
] as const;

export type ChannelRecord = RecordOf<'channels', typeof CHANNEL>;

/** All columns of an inbox's record. */
export const INBOX_DETAILS = [
  ...INBOX,
  // The help centre that its widget offers; null = none.
  'portalId',
  'greetingMessage',
  'outOfOfficeMessage',
  'workingHours',
  'timezone',
  'csatConfig',
  'allowMessagesAfterResolved',
  'lockToSingleConversation',
  'senderNameType',
  'businessName',
  'avatarUrl',
  'createdAt',
  'updatedAt',
] as const;

/** An inbox with all its settings, its channel, and what its help centre is called. */
export type InboxDetails = RecordOf<'inboxes', typeof INBOX_DETAILS> & {
  channel: ChannelRecord;
  portalName: string | null;
  portalSlug: string | null;
};
