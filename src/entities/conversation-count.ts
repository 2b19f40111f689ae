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
    /** 0 = assigned to nobody. */
    assigneeId: p.integer().primary(),
    count: p.integer(),
  },
});

/**
 * How many conversations have this status, inbox and assignee. Counting rows of a big table costs more than the page
 * that shows the count, so the transactions that change conversations keep these.
 */
export class ConversationCount extends ConversationCountSchema.class {}
ConversationCountSchema.setClass(ConversationCount);
export { ConversationCountSchema };
