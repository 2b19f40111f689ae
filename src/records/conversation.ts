import type { AccountRecord } from './account.ts';
import type { AgentBotRecord } from './agent-bot.ts';
import type { RecordOf } from './columns.ts';
import type { ContactInboxRecord } from './contact-inbox.ts';
import type { ContactRecord } from './contact.ts';
import type { InboxRecord } from './inbox.ts';
import type { TeamRecord } from './team.ts';
import type { UserRecord } from './user.ts';

/** The columns of a conversation's record. */
export const CONVERSATION = [
  // The row key; never shown to clients.
  'id',
  'displayId',
  'uuid',
  'status',
  'priority',
  'muted',
  'snoozedUntil',
  'waitingSince',
  'firstReplyCreatedAt',
  'agentLastSeenAt',
  'assigneeLastSeenAt',
  'contactLastSeenAt',
  'lastActivityAt',
  'lastIncomingAt',
  'unreadCount',
  'customAttributes',
  'additionalAttributes',
  'labels',
  'lastMessageId',
  'lastNonActivityMessageId',
  'createdAt',
  'updatedAt',
] as const;

/**
 * Consecutive automatic changes of one conversation; `length` 0 and `beganAt` null = the last change was not automatic.
 */
export type Chain = { length: number; beganAt: Date | null };

/** A conversation as answers, events and commands read it. */
export type ConversationRecord = RecordOf<'conversations', typeof CONVERSATION> & {
  account: AccountRecord;
  inbox: InboxRecord;
  contact: ContactRecord;
  /** Until when the contact is online; null = they have never been. */
  contactOnlineUntil: Date | null;
  contactInbox: ContactInboxRecord;
  /** Null = unassigned, or assigned to a bot. */
  assignee: UserRecord | null;
  /** The bot that it is assigned to; null = none. */
  assigneeBot: AgentBotRecord | null;
  /** The team that it is assigned to; null = none. */
  team: TeamRecord | null;
  chain: Chain;
};
