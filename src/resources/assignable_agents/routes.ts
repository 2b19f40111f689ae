import type { AccountRecord } from '../../records/account.ts';
import type { EntityManager } from '../../db/orm.ts';
import { agentBlock, agentShape } from '../../wire/agent-block.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { list, shape } from '../../wire/shape.ts';
import { openInbox } from '../inboxes/open-inbox.ts';
import { listAssignable } from './queries.ts';
import { assignableAgentsQuery } from './schema.ts';

const assignableShape = shape({ payload: list(agentShape) });

export const assignableAgents = routes('');

assignableAgents.get(
  '/assignable_agents',
  {
    permission: 'inbox_member:read',
    summary: 'List the agents that conversations of several inboxes can be assigned to',
    description: 'The members of every one of these inboxes, and all administrators.',
    query: assignableAgentsQuery,
    answer: ok(assignableShape),
  },
  async ({ em, account, caller, query, now }) => {
    for (const id of new Set(query.inbox_ids)) await openInbox(em, account.id, id, caller);
    return showAssignable(em, account, query.inbox_ids, now);
  },
);

assignableAgents.get(
  '/inboxes/:inbox_id/assignable_agents',
  {
    permission: 'inbox_member:read',
    summary: 'List the agents that conversations of an inbox can be assigned to',
    find: ({ em, account, caller, params }) => openInbox(em, account.id, params.inbox_id, caller),
    answer: ok(assignableShape),
  },
  ({ em, account, found: inbox, now }) => showAssignable(em, account, [inbox.id], now),
);

async function showAssignable(em: EntityManager, account: AccountRecord, inboxIds: readonly number[], now: Date) {
  const agents = await listAssignable(em, account.id, inboxIds);
  return { payload: agents.map((agent) => agentBlock(agent, account.id, now)) };
}
