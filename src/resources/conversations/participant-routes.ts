import { agentBlock, agentShape } from '../../events/agent-block.ts';
import type { UserFacts } from '../../events/facts.ts';
import { readAgents } from '../../events/read-agents.ts';
import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { addParticipants } from './add-participants.ts';
import { removeParticipants } from './remove-participants.ts';
import { participantsBody } from './schema.ts';
import { setParticipants } from './set-participants.ts';
import { conversationOf } from './show-routes.ts';

/** /conversations/{conversation_id}/participants */
export const participants = router();

participants.get('/', allow('conversation:handle'), takes({}), answers(list(agentShape)), async (ctx) => {
  const conversation = await conversationOf(ctx, 'conversation_id');
  show(ctx, await readAgents(ctx.state.em, conversation.account.id, { conversationId: conversation.id }));
});

participants.post(
  '/',
  allow('conversation:handle'),
  takes({ body: participantsBody }),
  answers(list(agentShape), 201),
  async (ctx) => {
    const conversation = await conversationOf(ctx, 'conversation_id');
    const { user_ids: ids } = validate(participantsBody, ctx);
    const added = await addParticipants(ctx.state.em, conversation, ids, ctx.state.now);
    show(ctx, await readAgents(ctx.state.em, conversation.account.id, { ids: added }));
  },
);

participants.patch(
  '/',
  allow('conversation:handle'),
  takes({ body: participantsBody }),
  answers(list(agentShape)),
  async (ctx) => {
    const conversation = await conversationOf(ctx, 'conversation_id');
    const { user_ids: ids } = validate(participantsBody, ctx);
    await setParticipants(ctx.state.em, conversation, ids, ctx.state.now);
    show(ctx, await readAgents(ctx.state.em, conversation.account.id, { conversationId: conversation.id }));
  },
);

participants.delete(
  '/',
  allow('conversation:handle'),
  takes({ body: participantsBody }),
  answers(null),
  async (ctx) => {
    const conversation = await conversationOf(ctx, 'conversation_id');
    const { user_ids: ids } = validate(participantsBody, ctx);
    await removeParticipants(ctx.state.em, conversation, ids);
    ctx.body = '';
  },
);

function show(ctx: Ctx, agents: UserFacts[]): void {
  ctx.body = agents.map((agent) => agentBlock(agent, ctx.state.account.id, ctx.state.now));
}
