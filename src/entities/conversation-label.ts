import { defineEntity, p } from '@mikro-orm/core';

/** The conversations of a label: a copy of the column `labels`, maintained by triggers. */
export const ConversationLabel = defineEntity({
  name: 'ConversationLabel',
  tableName: 'conversation_labels',
  properties: {
    accountId: p.integer().primary(),
    label: p.string().primary(),
    conversationId: p.integer().primary(),
  },
});
