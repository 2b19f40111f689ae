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

/** What concerns a user: where they are mentioned, where they take part, and what waits for an answer. */
export const CONVERSATION_TYPES = ['mention', 'participating', 'unattended'] as const;
export type ConversationType = (typeof CONVERSATION_TYPES)[number];

export const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** One thread of messages between a contact and the team, in one inbox. */
export const Conversation = defineEntity({
  name: 'Conversation',
  tableName: 'conversations',
  uniques: [{ properties: ['account', 'displayId'] }],
  // Each list is read from the end of one of these indexes: by status, inbox, or assignee (or none). A list of all statuses
  // is merged from those of each, because every message changes each index with lastActivityAt in two places.
  indexes: [
    { properties: ['account', 'status', 'lastActivityAt', 'id'] },
    { properties: ['inbox', 'status', 'lastActivityAt', 'id'] },
    { properties: ['account', 'assignee', 'status', 'lastActivityAt', 'id'] },
    { properties: ['account', 'status', 'displayId'] },
    // Partial indexes, since few conversations have these values, and every message updates the index entries of its
    // conversation.
    { properties: ['team', 'status', 'lastActivityAt', 'id'], where: 'team_id is not null' },
    // Has all columns that counting with a filter by priority needs.
    {
      properties: ['account', 'priority', 'status', 'lastActivityAt', 'id', 'assignee', 'inbox'],
      where: 'priority is not null',
    },
    { properties: ['account', 'status', 'waitingSince', 'displayId'], where: 'waiting_since is not null' },
    { properties: ['account', 'status', 'inbox', 'team', 'id'], where: 'unread_count > 0' },
    { properties: ['snoozedUntil'], where: 'snoozed_until is not null' },
    // For finding the oldest that waits to be assigned.
    { properties: ['inbox', 'id'], where: "assignee_id is null and status = 'open'" },
    // The same among those of a team.
    { properties: ['team', 'inbox', 'id'], where: "team_id is not null and assignee_id is null and status = 'open'" },
  ],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    inbox: p.manyToOne(Inbox).deleteRule('cascade').index(false),
    contact: p.manyToOne(Contact).deleteRule('cascade').index(),
    contactInbox: p.manyToOne(ContactInbox).deleteRule('cascade').index(),
    assignee: p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** The assigned bot; null = none. A conversation has an assignee or an assigned bot, never both. */
    assigneeBot: p.manyToOne(AgentBot).nullable().deleteRule('set null').index(),
    team: p.manyToOne(Team).nullable().deleteRule('set null').index(false),
    /** The campaign that started it; null = none. */
    campaign: p.manyToOne(Campaign).nullable().deleteRule('set null').index(),
    /** The conversation's number in the account, from 1, which the API uses as its id. */
    displayId: p.integer(),
    uuid: p.string().unique(),
    status: choice(CONVERSATION_STATUSES).default('open'),
    /** Null = none. */
    priority: choice(PRIORITIES).nullable(),
    muted: flag().default(false),
    /** When a snoozed conversation is opened again; null in other statuses. */
    snoozedUntil: moment().nullable(),
    /** Since when the contact has been waiting for a reply; null = not waiting. */
    waitingSince: moment().nullable(),
    /** When a user first replied; null = not yet. */
    firstReplyCreatedAt: moment().nullable(),
    agentLastSeenAt: moment().nullable(),
    assigneeLastSeenAt: moment().nullable(),
    contactLastSeenAt: moment().nullable(),
    /** The time of the newest message of any type. */
    lastActivityAt: moment(),
    /** When the contact last wrote; null = never. */
    lastIncomingAt: moment().nullable(),
    /** The number of incoming messages after agentLastSeenAt. */
    unreadCount: p.integer().default(0),
    customAttributes: attributes(),
    additionalAttributes: attributes(),
    labels: json<string[]>().default('[]'),
    /**
     * The newest message, and the newest that is not an activity; null = none. No foreign key, because messages refer
     * to conversations already.
     */
    lastMessageId: p.integer().nullable(),
    lastNonActivityMessageId: p.integer().nullable(),
    /**
     * The number of automatic changes in a row, and when the first was; they count for a minute. The number is
     * LONGEST_CHAIN + 1 (events/chain.ts) when the loop was stopped.
     */
    chainLength: p.integer().default(0),
    chainBeganAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
