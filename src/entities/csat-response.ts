import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment, text } from './columns.ts';
import { Contact } from './contact.ts';
import { Conversation } from './conversation.ts';
import { Message } from './message.ts';
import { User } from './user.ts';

/** 1 is the worst. */
export const RATINGS = [1, 2, 3, 4, 5] as const;

/** A contact's answer to a satisfaction survey. */
export const CsatResponse = defineEntity({
  name: 'CsatResponse',
  tableName: 'csat_survey_responses',
  // For listing an account's responses, newest first.
  indexes: [{ properties: ['account', 'createdAt', 'id'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    conversation: p.manyToOne(Conversation).deleteRule('cascade').index(),
    /** The message with the survey. */
    message: p.manyToOne(Message).deleteRule('cascade').index(false).unique(),
    contact: p.manyToOne(Contact).deleteRule('cascade').index(),
    /** The user who handled the conversation when the contact answered; null = nobody. */
    assignedAgent: p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** One of RATINGS. */
    rating: p.integer(),
    feedbackMessage: text().nullable(),
    /** What the team notes about the answer; null = nothing, as for the next two. */
    reviewNotes: text().nullable(),
    reviewNotesUpdatedAt: moment().nullable(),
    reviewNotesUpdatedBy: p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
