import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { type Attributes, choice, flag, id, json, moment, text } from './columns.ts';
import type { Action } from './macro.ts';

/** What rules can wait for. No name is part of another one (events/trigger-rules.ts). */
export const RULE_EVENTS = [
  'conversation_created',
  'conversation_updated',
  'conversation_opened',
  'conversation_resolved',
  'message_created',
] as const;
export type RuleEvent = (typeof RULE_EVENTS)[number];

/** Something that a rule could not do: an action, or with null the rule as a whole. */
export type RuleError = {
  /** ISO 8601. */
  at: string;
  /** The number of the conversation; null = none in particular. */
  conversation: number | null;
  action: string | null;
  error: string;
  message: string | null;
};

/** Actions that are done by themselves to the conversations that meet conditions when something happens. */
export const AutomationRule = defineEntity({
  name: 'AutomationRule',
  tableName: 'automation_rules',
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    name: p.string(),
    description: text().nullable(),
    eventName: choice(RULE_EVENTS),
    /** As a request has them. */
    conditions: json<Attributes[]>(),
    actions: json<Action[]>(),
    active: flag().default(true),
    /** The last twenty; none since it was last changed = all is well. */
    errors: json<RuleError[]>().default('[]'),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
