import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, text } from './columns.ts';
import { Conversation } from './conversation.ts';
import { User } from './user.ts';

/** What a user has begun to write in a conversation and not sent. */
export const DraftMessage = defineEntity({
  name: 'DraftMessage',
  tableName: 'draft_messages',
  uniques: [{ properties: ['conversation', 'user'] }],
  properties: {
    id: id(),
    accountId: p.integer(),
    conversation: p.manyToOne(Conversation).deleteRule('cascade').index(false),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    message: text(),
    updatedAt: moment(),
  },
});
