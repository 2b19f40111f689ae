import { found } from '../../errors.ts';
import { seesSecrets } from '../../records/access/token-scope.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import type { Caller } from '../../http/state.ts';
import { list } from '../../wire/shape.ts';
import { replaceToken } from '../access_tokens/replace-token.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import { botChanges, newBot } from './bot-input.ts';
import { removeAvatar } from '../files/remove-avatar.ts';
import { agentBotShape, botWithTokenShape } from './answers.ts';
import { createBot } from './create-bot.ts';
import { deleteBot } from './delete-bot.ts';
import { presentAgentBot, presentBotWithToken } from './presenter.ts';
import { type AgentBotRow, findBot, findOwnBot, listBots } from './queries.ts';
import { resetSecret } from './reset-secret.ts';
import { createBotBody, updateBotBody } from './schema.ts';
import { updateBot } from './update-bot.ts';

export const agentBots = routes('/agent_bots');

agentBots.get(
  '/',
  {
    permission: 'agent_bot:read',
    summary: 'List agent bots',
    description: 'Those of the account, and those of the installation.',
    page: 'optional',
    answer: ok(list(agentBotShape)),
  },
  async ({ tx, account, caller, page }) => {
    const bots = await listBots(tx, account.id, page);
    return bots.map((bot) => showBot(bot, caller));
  },
);

agentBots.get(
  '/:id',
  { permission: 'agent_bot:read', summary: 'Show an agent bot', find: botOf, answer: ok(agentBotShape) },
  ({ caller, found: bot }) => showBot(bot, caller),
);

agentBots.post(
  '/',
  {
    permission: 'agent_bot:write',
    summary: 'Create an agent bot',
    description: 'Its access token is shown only in this answer.',
    body: createBotBody,
    name: 'agent_bot',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { name: 'Concierge', outgoing_url: 'https://bots.example.com/events' },
    answer: created(botWithTokenShape),
  },
  async ({ tx, account, body, files, now }) => {
    const { bot, accessToken } = await createBot(tx, account.id, newBot(body, files), now);
    return presentBotWithToken(bot, accessToken);
  },
);

agentBots.patch(
  '/:id',
  {
    permission: 'agent_bot:write',
    summary: 'Change an agent bot',
    find: ownBotOf,
    body: updateBotBody,
    name: 'agent_bot',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { description: 'Answers at night' },
    answer: ok(agentBotShape),
  },
  async ({ tx, caller, found: bot, body, files, now }) => {
    return showBot(await updateBot(tx, bot, botChanges(body, files), now), caller);
  },
);

agentBots.delete(
  '/:id',
  { permission: 'agent_bot:write', summary: 'Delete an agent bot', find: ownBotOf, answer: empty },
  ({ tx, found: bot, now }) => deleteBot(tx, bot, now),
);

agentBots.delete(
  '/:id/avatar',
  {
    permission: 'agent_bot:write',
    summary: 'Delete the avatar of an agent bot',
    find: ownBotOf,
    answer: ok(agentBotShape),
  },
  async ({ tx, caller, found: bot, now }) => {
    await removeAvatar(tx, { type: 'AgentBot', id: bot.id }, now);
    return showBot({ ...bot, avatarUrl: null }, caller);
  },
);

agentBots.post(
  '/:id/reset_access_token',
  {
    permission: 'agent_bot:write',
    summary: 'Give an agent bot a new access token',
    description: 'The token is shown only in this answer; the one before is not accepted any more.',
    find: ownBotOf,
    answer: ok(botWithTokenShape),
  },
  async ({ tx, found: bot, now }) =>
    presentBotWithToken(bot, await replaceToken(tx, { type: 'AgentBot', id: bot.id }, now)),
);

agentBots.post(
  '/:id/reset_secret',
  {
    permission: 'agent_bot:write',
    summary: 'Give an agent bot a new secret',
    description: 'Everything that is sent to the bot from then on is signed with it.',
    find: ownBotOf,
    answer: ok(agentBotShape),
  },
  async ({ tx, caller, found: bot, now }) => showBot(await resetSecret(tx, bot, now), caller),
);

async function botOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findBot(tx, account.id, params.id), 'Agent bot');
}

/** An account cannot change bots of the installation. */
async function ownBotOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findOwnBot(tx, account.id, params.id), 'Agent bot');
}

function showBot(bot: AgentBotRow, caller: Caller) {
  return presentAgentBot(bot, { withSecret: seesSecrets(caller) });
}
