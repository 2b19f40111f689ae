import { found } from '../../errors.ts';
import { agentBlock, agentShape } from '../../events/agent-block.ts';
import { readAgents } from '../../events/read-agents.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list, shape } from '../../shapes.ts';
import { openInbox } from '../inboxes/open-inbox.ts';
import { findInbox } from '../inboxes/queries.ts';
import { addMembers } from './add-members.ts';
import { removeMembers } from './remove-members.ts';
import { inboxMembersBody } from './schema.ts';
import { setMembers } from './set-members.ts';

/** /inbox_members */
export const inboxMembers = router();

const membersShape = shape({ payload: list(agentShape) });
const body = takes({ body: inboxMembersBody });

inboxMembers.get('/:inbox_id', allow('inbox_member:read'), takes({}), answers(membersShape), async (ctx) => {
  const { em, account, caller } = ctx.state;
  const inbox = await openInbox(em, account.id, idOf(ctx, 'Inbox', 'inbox_id'), caller);
  await showMembers(ctx, inbox.id);
});

inboxMembers.post('/', allow('inbox_member:write'), body, answers(membersShape, 201), async (ctx) => {
  const { inboxId, userIds } = await wanted(ctx);
  await addMembers(ctx.state.em, ctx.state.account, inboxId, userIds, ctx.state.now);
  await showMembers(ctx, inboxId);
});

inboxMembers.patch('/', allow('inbox_member:write'), body, answers(membersShape), async (ctx) => {
  const { inboxId, userIds } = await wanted(ctx);
  await setMembers(ctx.state.em, ctx.state.account, inboxId, userIds, ctx.state.now);
  await showMembers(ctx, inboxId);
});

inboxMembers.delete('/', allow('inbox_member:write'), body, answers(null), async (ctx) => {
  const { inboxId, userIds } = await wanted(ctx);
  await removeMembers(ctx.state.em, ctx.state.account, inboxId, userIds, ctx.state.now);
  ctx.body = '';
});

async function wanted(ctx: Ctx): Promise<{ inboxId: number; userIds: number[] }> {
  const { em, account } = ctx.state;
  const { inbox_id: inboxId, user_ids: userIds } = validate(inboxMembersBody, ctx);
  found(await findInbox(em, account.id, inboxId), 'Inbox');
  return { inboxId, userIds };
}

async function showMembers(ctx: Ctx, inboxId: number): Promise<void> {
  const { em, account, now } = ctx.state;
  const members = await readAgents(em, account.id, { inboxId });
  ctx.body = { payload: members.map((member) => agentBlock(member, account.id, now)) };
}
