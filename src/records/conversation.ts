import type { Attributes } from '../entities/columns.ts';
import type { ConversationStatus, Priority } from '../entities/conversation.ts';
import type { AccountRecord } from './account.ts';
import type { AgentBotRecord } from './agent-bot.ts';
import type { ContactInboxRecord } from './contact-inbox.ts';
import type { ContactRecord } from './contact.ts';
import type { InboxRecord } from './inbox.ts';
import type { TeamRecord } from './team.ts';
import type { UserRecord } from './user.ts';

/**
 * Consecutive automatic changes of one conversation; `length` 0 and `beganAt` null = the last change was not automatic.
 */
export type Chain = { length: number; beganAt: Date | null };

/** A conversation as answers, events and commands read it. */
export type ConversationRecord = {
  displayId: number;
  uuid: string;
  status: ConversationStatus;
  priority: Priority | null;
  muted: boolean;
  snoozedUntil: Date | null;
  waitingSince: Date | null;
  firstReplyCreatedAt: Date | null;
  agentLastSeenAt: Date | null;
  assigneeLastSeenAt: Date | null;
  contactLastSeenAt: Date | null;
  lastActivityAt: Date;
  /** When the contact last wrote; null = never. */
  lastIncomingAt: Date | null;
  unreadCount: number;
  customAttributes: Attributes;
  additionalAttributes: Attributes;
  labels: string[];
  createdAt: Date;
  updatedAt: Date;
  account: AccountRecord;
  inbox: InboxRecord;
  contact: ContactRecord;
  contactInbox: ContactInboxRecord;
  /** Null = unassigned, or assigned to a bot. */
  assignee: UserRecord | null;
  /** The bot that it is assigned to; null = none. */
  assigneeBot: AgentBotRecord | null;
  /** The team that it is assigned to; null = none. */
  team: TeamRecord | null;
  /** The row key; never shown to clients. */
  id: number;
  lastMessageId: number | null;
  lastNonActivityMessageId: number | null;
  chain: Chain;
  /** The bot connected to the inbox; null = none. */
  agentBotId: number | null;
  lockToSingleConversation: boolean;
  /** Whether its inbox assigns open conversations to its members automatically, and how. */
  enableAutoAssignment: boolean;
  autoAssignmentConfig: Attributes;
  /** Which messages its inbox sends automatically. */
  greetingEnabled: boolean;
  workingHoursEnabled: boolean;
  enableEmailCollect: boolean;
  csatSurveyEnabled: boolean;
};
