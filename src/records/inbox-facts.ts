import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';
import type { CsatConfig, SenderNameType, WorkingHours } from '../entities/inbox.ts';

/** What carries an inbox's messages, without its secrets. */
export type ChannelFacts = {
  id: number;
  type: ChannelType;
  /** Unguessable public name. */
  identifier: string;
  /** Everything that is not secret and has no column of its own, in wire spelling. */
  settings: Attributes;
  webhookUrl: string | null;
  replyWindowHours: number | null;
  createdAt: Date;
  updatedAt: Date;
};

/** An inbox as its own resource, with its channel. */
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
  channel: ChannelFacts;
};
