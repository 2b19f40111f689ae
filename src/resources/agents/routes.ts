import { found } from '../../errors.ts';
import { agentBlock, agentShape } from '../../events/agent-block.ts';
import { readAgents } from '../../events/read-agents.ts';
import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { createAgent } from './create-agent.ts';
import { createAgents } from './create-agents.ts';
import { deleteAgent } from './delete-agent.ts';
import { findAgent } from './queries.ts';
import { bulkCreateAgentsBody, createAgentBody, updateAgentBody } from './schema.ts';
import { updateAgent } from './update-agent.ts';

/** /agents: the people who work in the account, administrators too; `id` is the user's. */
export const agents = router();

agents.get('/', allow('agent:read'), takes({ page: true }), answers(list(agentShape)), async (ctx) => {
  const { em, account, now } = ctx.state;
  const members = await readAgents(em, account.id, {}, optionalPageOf(ctx));
  ctx.body = members.map((member) => agentBlock(member, account.id, now));
});

agents.post(
  '/',
  allow('agent:write'),
  takes({ body: createAgentBody, name: 'agent' }),
  answers(agentShape, 201),
  mayAnswer(402),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const body = validate(createAgentBody, ctx);
    const input = {
      accountId: account.id,
      email: body.email,
      name: body.name ?? null,
      role: body.role ?? 'agent',
      availability: body.availability ?? 'online',
      autoOffline: body.auto_offline ?? true,
      inviterId: caller.id,
    };
    ctx.body = agentBlock(await createAgent(em, input, now), account.id, now);
  },
);

agents.post(
  '/bulk_create',
  allow('agent:write'),
  takes({ body: bulkCreateAgentsBody, name: 'agent' }),
  answers(null),
  mayAnswer(402),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const { emails } = validate(bulkCreateAgentsBody, ctx);
    await createAgents(em, { accountId: account.id, emails, inviterId: caller.id }, now);
    ctx.body = '';
  },
);

agents.patch(
  '/:id',
  allow('agent:write'),
  takes({ body: updateAgentBody, name: 'agent' }),
  answers(agentShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const member = await memberOf(ctx);
    const body = validate(updateAgentBody, ctx);
    const input = {
      name: body.name,
      role: body.role,
      availability: body.availability,
      autoOffline: body.auto_offline,
    };
    ctx.body = agentBlock(await updateAgent(em, member, input, now), account.id, now);
  },
);

agents.delete('/:id', allow('agent:write'), takes({}), answers(null), async (ctx) => {
  const files = await deleteAgent(ctx.state.em, await memberOf(ctx), ctx.state.now);
  ctx.state.droppedFiles.push(...files);
  ctx.body = '';
});

async function memberOf(ctx: Ctx) {
  const { em, account } = ctx.state;
  const agent = found(await findAgent(em, account.id, idOf(ctx, 'Agent')), 'Agent');
  return { accountId: account.id, userId: agent.id };
}
