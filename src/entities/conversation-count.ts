import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice } from './columns.ts';
import { CONVERSATION_STATUSES } from './conversation.ts';

/**
 * The number of conversations with this status, inbox and assignee, maintained by the transactions that change
 * conversations, because counting rows would cost more than reading the page that shows the count.
 */
export const ConversationCount = defineEntity({
  name: 'ConversationCount',
  tableName: 'conversation_counts',
  properties: {
    account: p.manyToOne(Account).primary().deleteRule('cascade').index(false),
    status: choice(CONVERSATION_STATUSES).primary(),
    inboxId: p.integer().primary(),
    /** 0 = unassigned. */
    assigneeId: p.integer().primary(),
    count: p.integer(),
  },
});
