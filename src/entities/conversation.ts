import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { AgentBot } from './agent-bot.ts';
import { Campaign } from './campaign.ts';
import { attributes, choice, flag, id, json, moment } from './columns.ts';
import { Contact } from './contact.ts';
import { ContactInbox } from './contact-inbox.ts';
import { Inbox } from './inbox.ts';
import { Team } from './team.ts';
import { User } from './user.ts';

export const CONVERSATION_STATUSES = ['open', 'resolved', 'pending', 'snoozed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

const ConversationSchema = defineEntity({
  name: 'Conversation',
  tableName: 'conversations',
  uniques: [{ properties: ['account', 'displayId'] }],
  // Each list is read from the end of one of these: by status, of one inbox, of one assignee (or of nobody), of all.
  indexes: [
    { properties: ['account', 'status', 'lastActivityAt', 'id'] },
    { properties: ['inbox', 'status', 'lastActivityAt', 'id'] },
    { properties: ['account', 'assignee', 'status', 'lastActivityAt', 'id'] },
    { properties: ['account', 'lastActivityAt', 'id'] },
    { properties: ['account', 'status', 'displayId'] },
    // Few conversations have these, and every message would write the entries of those that do not.
    { properties: ['team', 'status', 'lastActivityAt', 'id'], where: 'team_id is not null' },
    // With all that a filter by priority counts by.
    {
      properties: ['account', 'priority', 'status', 'lastActivityAt', 'id', 'assignee', 'inbox'],
      where: 'priority is not null',
    },
    { properties: ['account', 'status', 'waitingSince', 'displayId'], where: 'waiting_since is not null' },
    { properties: ['snoozedUntil'], where: 'snoozed_until is not null' },
  ],
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(false),
    inbox: () => p.manyToOne(Inbox).lazyRef().deleteRule('cascade').index(false),
    contact: () => p.manyToOne(Contact).lazyRef().deleteRule('cascade').index(),
    contactInbox: () => p.manyToOne(ContactInbox).lazyRef().deleteRule('cascade').index(),
    assignee: () => p.manyToOne(User).lazyRef().nullable().deleteRule('set null').index(),
    /** The bot that it is given to; null unless one is, and then assignee is null. */
    assigneeBot: () => p.manyToOne(AgentBot).lazyRef().nullable().deleteRule('set null').index(),
    team: () => p.manyToOne(Team).lazyRef().nullable().deleteRule('set null').index(false),
    /** The campaign that began it; null = none. */
    campaign: () => p.manyToOne(Campaign).lazyRef().nullable().deleteRule('set null').index(),
    /** The number that callers know the conversation by: 1, 2, 3 ... within the account. */
    displayId: p.integer(),
    uuid: p.string().unique(),
    status: choice(CONVERSATION_STATUSES).default('open'),
    /** Null = none. */
    priority: choice(PRIORITIES).nullable(),
    muted: flag().default(false),
    /** When a snoozed conversation opens by itself; null in every other status. */
    snoozedUntil: moment().nullable(),
    /** Since when the contact waits for an answer; null = not waiting. */
    waitingSince: moment().nullable(),
    /** When a person of the team first answered; null = not yet. */
    firstReplyCreatedAt: moment().nullable(),
    agentLastSeenAt: moment().nullable(),
    assigneeLastSeenAt: moment().nullable(),
    contactLastSeenAt: moment().nullable(),
    /** Time of the newest message of any kind. */
    lastActivityAt: moment(),
    /** When the contact last wrote; null = never. */
    lastIncomingAt: moment().nullable(),
    /** Incoming messages that are newer than agentLastSeenAt. */
    unreadCount: p.integer().default(0),
    customAttributes: attributes(),
    additionalAttributes: attributes(),
    labels: json<string[]>().default('[]'),
    /** The newest message, and the newest that is not an activity; null = none. No foreign key: messages belong to conversations. */
    lastMessageId: p.integer().nullable(),
    lastNonActivityMessageId: p.integer().nullable(),
    /** How many automatic changes there have been in a row, and when the first was; they count for a minute. */
    chainLength: p.integer().default(0),
    chainBeganAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** One thread of messages between a contact and the team, in one inbox. */
export class Conversation extends ConversationSchema.class {}
ConversationSchema.setClass(Conversation);
export { ConversationSchema };
