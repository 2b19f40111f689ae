import { found } from '../../errors.ts';
import { agentBlock, agentShape } from '../../wire/agent-block.ts';
import { readAgents } from '../../records/read-agents.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { invitedAgentShape, NO_INBOX } from './answers.ts';
import { createAgent } from './create-agent.ts';
import { createAgents } from './create-agents.ts';
import { deleteAgent } from './delete-agent.ts';
import { findAgent } from './queries.ts';
import { bulkCreateAgentsBody, createAgentBody, updateAgentBody } from './schema.ts';
import { seesNoInbox } from './sees-no-inbox.ts';
import { updateAgent } from './update-agent.ts';

export const agents = routes('/agents');

agents.get(
  '/',
  {
    permission: 'agent:read',
    summary: 'List agents',
    description: 'The people who work in the account, administrators too; `id` is that of the user.',
    page: 'optional',
    answer: ok(list(agentShape)),
  },
  async ({ tx, account, page, now }) => {
    const members = await readAgents(tx, account.id, {}, page);
    return members.map((member) => agentBlock(member, account.id, now));
  },
);

agents.post(
  '/',
  {
    permission: 'agent:write',
    summary: 'Invite an agent',
    description:
      'They are told by mail; somebody new gets a link to choose a password. Agents see the conversations of the inboxes ' +
      '`inbox_ids` alone, and none without one, which `notice` and the mail say then; administrators see every inbox.',
    body: createAgentBody,
    name: 'agent',
    example: { email: 'grace@example.com', name: 'Grace Hopper', role: 'agent', inbox_ids: [1] },
    answer: created(invitedAgentShape),
    mayAnswer: [402],
  },
  async ({ tx, account, caller, body, now }) => {
    const input = {
      accountId: account.id,
      email: body.email,
      name: body.name ?? null,
      role: body.role ?? 'agent',
      availability: body.availability ?? 'online',
      autoOffline: body.auto_offline ?? true,
      inviterId: caller.id,
      inboxIds: [...new Set(body.inbox_ids ?? [])],
    };
    const agent = await createAgent(tx, input, now);
    const isBlind = await seesNoInbox(tx, { accountId: account.id, userId: agent.id });
    return {
      ...agentBlock(agent, account.id, now),
      inbox_ids: input.inboxIds,
      notice: isBlind ? NO_INBOX : null,
    };
  },
);

agents.post(
  '/bulk_create',
  {
    permission: 'agent:write',
    summary: 'Invite several agents',
    description: 'All or nothing. Existing members keep their role and inboxes.',
    body: bulkCreateAgentsBody,
    name: 'agent',
    example: { emails: ['grace@example.com', 'alan@example.com'], inbox_ids: [1] },
    answer: empty,
    mayAnswer: [402],
  },
  ({ tx, account, caller, body, now }) => {
    const inboxIds = [...new Set(body.inbox_ids ?? [])];
    return createAgents(tx, { accountId: account.id, emails: body.emails, inboxIds, inviterId: caller.id }, now);
  },
);

agents.patch(
  '/:id',
  {
    permission: 'agent:write',
    summary: 'Change an agent',
    find: memberOf,
    body: updateAgentBody,
    name: 'agent',
    example: { availability: 'busy', auto_offline: false },
    answer: ok(agentShape),
  },
  async ({ tx, account, found: member, body, now }) => {
    const input = {
      name: body.name,
      role: body.role,
      availability: body.availability,
      autoOffline: body.auto_offline,
    };
    return agentBlock(await updateAgent(tx, member, input, now), account.id, now);
  },
);

agents.delete(
  '/:id',
  {
    permission: 'agent:write',
    summary: 'Remove an agent',
    description: 'Their conversations are assigned to no one then; a user without any other account is deleted.',
    find: memberOf,
    answer: empty,
  },
  ({ tx, found: member, now }) => deleteAgent(tx, member, now),
);

async function memberOf({ tx, account, params }: Asked<'/:id'>) {
  const agent = found(await findAgent(tx, account.id, params.id), 'Agent');
  return { accountId: account.id, userId: agent.id };
}
