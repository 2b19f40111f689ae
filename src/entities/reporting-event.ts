import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';
import { Conversation } from './conversation.ts';

/** What happened to a conversation, as callers see it. */
export const REPORTED_NAMES = [
  'first_response',
  'reply_time',
  'conversation_resolved',
  'conversation_opened',
  'conversation_bot_handoff',
  'conversation_bot_resolved',
] as const;

/** With the creation, which reports count, and which is no event to callers. */
export const REPORTING_NAMES = [...REPORTED_NAMES, 'conversation_created'] as const;
export type ReportingName = (typeof REPORTING_NAMES)[number];

/** The business hours of an event from before there were any, until they have been computed. */
export const UNKNOWN_SECONDS = -1;

/** Something that reports count, written in the transaction in which it happens. */
export const ReportingEvent = defineEntity({
  name: 'ReportingEvent',
  tableName: 'reporting_events',
  indexes: [
    // With the name, so that events are counted without their rows.
    { properties: ['accountId', 'createdAt', 'id', 'name'] },
    { properties: ['conversation', 'id'] },
    // What no other table counts: each is read without its rows.
    { properties: ['accountId', 'createdAt', 'inboxId', 'conversation'], where: "name = 'conversation_created'" },
    { properties: ['accountId', 'createdAt', 'inboxId', 'value'], where: "name = 'first_response'" },
    {
      properties: ['accountId', 'name', 'createdAt', 'conversation'],
      where: "name in ('conversation_bot_handoff', 'conversation_bot_resolved')",
    },
  ],
  properties: {
    id: id(),
    accountId: p.integer(),
    name: choice(REPORTING_NAMES),
    inboxId: p.integer(),
    /** Who replied, or the assignee at the time; null = nobody. No foreign key: it stays when the user is gone. */
    userId: p.integer().nullable(),
    conversation: p.manyToOne(Conversation).deleteRule('cascade').index(false),
    /** Whole seconds from the start to the end. */
    value: p.integer(),
    /** Those of them in which the inbox was open; UNKNOWN_SECONDS = not computed yet. */
    valueInBusinessHours: p.integer(),
    eventStartTime: moment(),
    eventEndTime: moment(),
    createdAt: moment(),
  },
});
