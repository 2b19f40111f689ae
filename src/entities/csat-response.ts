import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment, text } from './columns.ts';
import { Contact } from './contact.ts';
import { Conversation } from './conversation.ts';
import { Message } from './message.ts';
import { User } from './user.ts';

/** 1 is the worst. */
export const RATINGS = [1, 2, 3, 4, 5] as const;

const CsatResponseSchema = defineEntity({
  name: 'CsatResponse',
  tableName: 'csat_survey_responses',
  // For listing an account's responses, newest first.
  indexes: [{ properties: ['account', 'createdAt', 'id'] }],
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(false),
    conversation: () => p.manyToOne(Conversation).lazyRef().deleteRule('cascade').index(),
    /** The message with the survey. */
    message: () => p.manyToOne(Message).lazyRef().deleteRule('cascade').index(false).unique(),
    contact: () => p.manyToOne(Contact).lazyRef().deleteRule('cascade').index(),
    /** The conversation's assignee when the contact answered; null = none. */
    assignedAgent: () => p.manyToOne(User).lazyRef().nullable().deleteRule('set null').index(),
    /** One of RATINGS. */
    rating: p.integer(),
    feedbackMessage: text().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A contact's answer to a satisfaction survey. */
export class CsatResponse extends CsatResponseSchema.class {}
CsatResponseSchema.setClass(CsatResponse);
export { CsatResponseSchema };
