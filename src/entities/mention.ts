import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';
import { Conversation } from './conversation.ts';
import { User } from './user.ts';

/** A user who is mentioned in a private note of the conversation. */
export const Mention = defineEntity({
  name: 'Mention',
  tableName: 'mentions',
  uniques: [{ properties: ['conversation', 'user'] }],
  properties: {
    id: id(),
    accountId: p.integer(),
    conversation: p.manyToOne(Conversation).deleteRule('cascade').index(false),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    /** When a private note last mentioned the user. */
    mentionedAt: moment(),
  },
});
