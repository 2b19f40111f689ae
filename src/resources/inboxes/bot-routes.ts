import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { presentAgentBot } from '../agent_bots/presenter.ts';
import { type AgentBotRow, findBot } from '../agent_bots/queries.ts';
import { connectedBotShape } from './answers.ts';
import { openInbox } from './open-inbox.ts';
import { setAgentBotBody } from './schema.ts';
import { setAgentBot } from './set-agent-bot.ts';

/** /inboxes: the bot of one */
export const inboxBot = router();

inboxBot.get('/:id/agent_bot', allow('inbox:read'), takes({}), answers(connectedBotShape), async (ctx) => {
  const { em, account } = ctx.state;
  const { agentBotId } = await inboxOf(ctx);
  ctx.body = show(ctx, agentBotId === null ? null : await findBot(em, account.id, agentBotId));
});

inboxBot.post(
  '/:id/set_agent_bot',
  allow('inbox:write'),
  takes({ body: setAgentBotBody }),
  answers(connectedBotShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const { id } = await inboxOf(ctx);
    const { agent_bot: botId } = validate(setAgentBotBody, ctx);
    ctx.body = show(ctx, await setAgentBot(em, account, id, botId || null, now));
  },
);

function inboxOf(ctx: Ctx) {
  return openInbox(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Inbox'), ctx.state.caller);
}

function show(ctx: Ctx, bot: AgentBotRow | null) {
  const withSecret = ctx.state.caller.role === 'administrator';
  return bot === null ? {} : { agent_bot: presentAgentBot(bot, { withSecret }) };
}
