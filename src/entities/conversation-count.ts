import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice } from './columns.ts';
import { CONVERSATION_STATUSES } from './conversation.ts';

const ConversationCountSchema = defineEntity({
  name: 'ConversationCount',
  tableName: 'conversation_counts',
  properties: {
    account: () => p.manyToOne(Account).lazyRef().primary().deleteRule('cascade').index(false),
    status: choice(CONVERSATION_STATUSES).primary(),
    inboxId: p.integer().primary(),
    /** 0 = unassigned. */
    assigneeId: p.integer().primary(),
    count: p.integer(),
  },
});

/**
 * The number of conversations with this status, inbox and assignee, maintained by the transactions that change
 * conversations, because counting rows would cost more than reading the page that shows the count.
 */
export class ConversationCount extends ConversationCountSchema.class {}
ConversationCountSchema.setClass(ConversationCount);
export { ConversationCountSchema };
