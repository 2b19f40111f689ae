import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice, flag, id, moment, text } from './columns.ts';

/** Who is next: the member who was chosen longest ago, or who has the fewest open conversations in the inbox. */
export const ASSIGNMENT_ORDERS = ['round_robin', 'balanced'] as const;
export type AssignmentOrder = (typeof ASSIGNMENT_ORDERS)[number];

/** Which of the waiting conversations is first: the oldest, or the one whose contact has waited longest for an answer. */
export const CONVERSATION_PRIORITIES = ['earliest_created', 'longest_waiting'] as const;
export type ConversationPriority = (typeof CONVERSATION_PRIORITIES)[number];

/** How inboxes share their conversations out between their members. */
export const AssignmentPolicy = defineEntity({
  name: 'AssignmentPolicy',
  tableName: 'assignment_policies',
  uniques: [{ properties: ['account', 'name'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    name: p.string(),
    description: text().nullable(),
    assignmentOrder: choice(ASSIGNMENT_ORDERS).default('round_robin'),
    conversationPriority: choice(CONVERSATION_PRIORITIES).default('earliest_created'),
    /** How many conversations of an inbox a member gets automatically within the window, which is in seconds. */
    fairDistributionLimit: p.integer().default(100),
    fairDistributionWindow: p.integer().default(3600),
    /** While it is not, its inboxes do as those without a policy. */
    enabled: flag().default(true),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
