import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';
import { Conversation } from './conversation.ts';
import { User } from './user.ts';

/** A user who follows a conversation: an assignee, a mentioned user, or one who was added. */
export const Participant = defineEntity({
  name: 'Participant',
  tableName: 'participants',
  uniques: [{ properties: ['conversation', 'user'] }],
  properties: {
    id: id(),
    accountId: p.integer(),
    conversation: p.manyToOne(Conversation).deleteRule('cascade').index(false),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    createdAt: moment(),
  },
});
