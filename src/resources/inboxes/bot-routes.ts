import { seesSecrets } from '../../records/access/token-scope.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import type { Caller } from '../../http/state.ts';
import { presentAgentBot } from '../agent_bots/presenter.ts';
import { type AgentBotRow, findBot } from '../agent_bots/queries.ts';
import { connectedBotShape } from './answers.ts';
import { inboxOf } from './inbox-of.ts';
import { setAgentBotBody } from './schema.ts';
import { setAgentBot } from './set-agent-bot.ts';

/** The bot of an inbox. */
export const inboxBot = routes('/inboxes');

inboxBot.get(
  '/:id/agent_bot',
  {
    permission: 'inbox:read',
    summary: 'Show the bot of an inbox',
    description: 'The answer is empty when the inbox has none.',
    find: inboxOf,
    answer: ok(connectedBotShape),
  },
  async ({ tx, account, caller, found: { agentBotId } }) =>
    showBot(agentBotId === null ? null : await findBot(tx, account.id, agentBotId), caller),
);

inboxBot.post(
  '/:id/set_agent_bot',
  {
    permission: 'inbox:write',
    summary: 'Connect a bot with an inbox, or take it away',
    description: 'It replaces the bot that the inbox has; null and 0 leave the inbox without one.',
    find: inboxOf,
    body: setAgentBotBody,
    example: { agent_bot: 1 },
    answer: ok(connectedBotShape),
  },
  async ({ tx, account, caller, found: { id }, body, now }) =>
    showBot(await setAgentBot(tx, account, id, body.agent_bot || null, now), caller),
);

function showBot(bot: AgentBotRow | null, caller: Caller) {
  return bot === null ? {} : { agent_bot: presentAgentBot(bot, { withSecret: seesSecrets(caller) }) };
}
