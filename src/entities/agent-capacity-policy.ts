import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, json, moment, text } from './columns.ts';

/** How many open conversations its members may have in which inbox (`inbox-capacity-limit.ts`), and which of them count. */
export const AgentCapacityPolicy = defineEntity({
  name: 'AgentCapacityPolicy',
  tableName: 'agent_capacity_policies',
  uniques: [{ properties: ['account', 'name'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    name: p.string(),
    description: text().nullable(),
    /** Conversations with one of these labels do not count. */
    excludedLabels: json<string[]>().default('[]'),
    /** Conversations that were created more hours ago do not count; null = all count. */
    excludeOlderThanHours: p.integer().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
