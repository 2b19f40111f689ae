import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { agentBlock, agentShape } from '../../wire/agent-block.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { list, shape } from '../../wire/shape.ts';
import { findVisibleInbox } from '../inboxes/find-visible-inbox.ts';
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
  async ({ tx, account, caller, query, now }) => {
    for (const id of new Set(query.inbox_ids)) await findVisibleInbox(tx, account.id, id, caller);
    return showAssignable(tx, account, query.inbox_ids, now);
  },
);

assignableAgents.get(
  '/inboxes/:inbox_id/assignable_agents',
  {
    permission: 'inbox_member:read',
    summary: 'List the agents that conversations of an inbox can be assigned to',
    find: ({ tx, account, caller, params }) => findVisibleInbox(tx, account.id, params.inbox_id, caller),
    answer: ok(assignableShape),
  },
  ({ tx, account, found: inbox, now }) => showAssignable(tx, account, [inbox.id], now),
);

async function showAssignable(tx: Tx, account: AccountRecord, inboxIds: readonly number[], now: Date) {
  const agents = await listAssignable(tx, account.id, inboxIds);
  return { payload: agents.map((agent) => agentBlock(agent, account.id, now)) };
}
