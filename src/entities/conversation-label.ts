import { defineEntity, p } from '@mikro-orm/core';

const ConversationLabelSchema = defineEntity({
  name: 'ConversationLabel',
  tableName: 'conversation_labels',
  properties: {
    accountId: p.integer().primary(),
    label: p.string().primary(),
    conversationId: p.integer().primary(),
  },
});

/** The conversations of a label: a copy of the column `labels`, maintained by triggers. */
export class ConversationLabel extends ConversationLabelSchema.class {}
ConversationLabelSchema.setClass(ConversationLabel);
export { ConversationLabelSchema };
