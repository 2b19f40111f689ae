import { found } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { agentBlock, agentShape } from '../../wire/agent-block.ts';
import { list } from '../../wire/shape.ts';
import { findAgent } from '../agents/queries.ts';
import { policyOf } from './policy-of.ts';
import { listPolicyAgents } from './queries.ts';
import { addPolicyUserBody } from './schema.ts';
import { addPolicyUser, removePolicyUser } from './set-user-policy.ts';

/** The agents with a capacity policy. */
export const policyUsers = routes('/agent_capacity_policies');

policyUsers.get(
  '/:id/users',
  {
    permission: 'agent_capacity_policy:read',
    summary: 'List the agents with a capacity policy',
    find: policyOf,
    page: 'optional',
    answer: ok(list(agentShape)),
  },
  async ({ tx, account, found: policy, page, now }) => {
    const agents = await listPolicyAgents(tx, policy, page);
    return agents.map((agent) => agentBlock(agent, account.id, now));
  },
);

policyUsers.post(
  '/:id/users',
  {
    permission: 'agent_capacity_policy:write',
    summary: 'Give an agent a capacity policy',
    description: 'It replaces the one that the agent has.',
    find: policyOf,
    body: addPolicyUserBody,
    example: { user_id: 1 },
    answer: created(agentShape),
  },
  async ({ tx, account, found: policy, body, now }) => {
    await addPolicyUser(tx, policy, body.user_id, now);
    return agentBlock(found(await findAgent(tx, account.id, body.user_id), 'Agent'), account.id, now);
  },
);

policyUsers.delete(
  '/:id/users/:user_id',
  {
    permission: 'agent_capacity_policy:write',
    summary: 'Take a capacity policy from an agent',
    find: policyOf,
    answer: empty,
  },
  ({ tx, found: policy, params, now }) => removePolicyUser(tx, policy, params.user_id, now),
);
