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

/** Which conversations have a label: a copy of their `labels` by label, kept by triggers. */
export class ConversationLabel extends ConversationLabelSchema.class {}
ConversationLabelSchema.setClass(ConversationLabel);
export { ConversationLabelSchema };
