import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';
import type { CsatConfig, SenderNameType, WorkingHours } from '../entities/inbox.ts';

/** An inbox as conversations and events read it. */
export type InboxRecord = {
  id: number;
  name: string;
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
  /** The service that sends its messages, where a channel has several; null = it has one. */
  provider: string | null;
};

/** The channel of an inbox, without its secrets. */
export type ChannelRecord = {
  id: number;
  type: ChannelType;
  /** Public name; cannot be guessed. */
  identifier: string;
  /** The settings without a column of their own, in wire spelling; no secrets. */
  settings: Attributes;
  webhookUrl: string | null;
  replyWindowHours: number | null;
  createdAt: Date;
  updatedAt: Date;
};

/** An inbox with all its settings and its channel. */
export type InboxDetails = {
  id: number;
  name: string;
  greetingEnabled: boolean;
  greetingMessage: string | null;
  enableAutoAssignment: boolean;
  autoAssignmentConfig: Attributes;
  enableEmailCollect: boolean;
  workingHoursEnabled: boolean;
  outOfOfficeMessage: string | null;
  workingHours: WorkingHours[];
  timezone: string;
  csatSurveyEnabled: boolean;
  csatConfig: CsatConfig;
  allowMessagesAfterResolved: boolean;
  lockToSingleConversation: boolean;
  senderNameType: SenderNameType;
  businessName: string | null;
  /** Null = no picture. */
  avatarUrl: string | null;
  createdAt: Date;
  updatedAt: Date;
  channel: ChannelRecord;
};
