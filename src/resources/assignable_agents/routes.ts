import { agentBlock, agentShape } from '../../events/agent-block.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validateQuery } from '../../http/validate.ts';
import { list, shape } from '../../shapes.ts';
import { openInbox } from '../inboxes/open-inbox.ts';
import { listAssignable } from './queries.ts';
import { assignableAgentsQuery } from './schema.ts';

const assignableShape = shape({ payload: list(agentShape) });

/** /assignable_agents */
export const assignableAgents = router();

assignableAgents.get(
  '/',
  allow('inbox_member:read'),
  takes({ query: assignableAgentsQuery }),
  answers(assignableShape),
  async (ctx) => {
    await show(ctx, validateQuery(assignableAgentsQuery, ctx).inbox_ids);
  },
);

/** /inboxes/{inbox_id}/assignable_agents */
export const assignableAgentsOfInbox = router();

assignableAgentsOfInbox.get('/', allow('inbox_member:read'), takes({}), answers(assignableShape), async (ctx) => {
  await show(ctx, [idOf(ctx, 'Inbox', 'inbox_id')]);
});

async function show(ctx: Ctx, inboxIds: number[]): Promise<void> {
  const { em, account, caller, now } = ctx.state;
  for (const id of new Set(inboxIds)) await openInbox(em, account.id, id, caller);
  const agents = await listAssignable(em, account.id, inboxIds);
  ctx.body = { payload: agents.map((agent) => agentBlock(agent, account.id, now)) };
}
