import { defineEntity, p } from '@mikro-orm/core';
import { AgentCapacityPolicy } from './agent-capacity-policy.ts';
import { id, moment } from './columns.ts';
import { Inbox } from './inbox.ts';

/** How many open conversations a member with the policy may have in the inbox before they get no more automatically. */
export const InboxCapacityLimit = defineEntity({
  name: 'InboxCapacityLimit',
  tableName: 'inbox_capacity_limits',
  uniques: [{ properties: ['agentCapacityPolicy', 'inbox'] }],
  properties: {
    id: id(),
    agentCapacityPolicy: p.manyToOne(AgentCapacityPolicy).deleteRule('cascade').index(false),
    inbox: p.manyToOne(Inbox).deleteRule('cascade').index(),
    conversationLimit: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
