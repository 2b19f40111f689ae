import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import { botChanges, newBot } from './bot-input.ts';
import { removeAvatar } from '../files/remove-avatar.ts';
import { checkPermitted } from '../platform_tokens/permissions.ts';
import { platformBotShape } from './answers.ts';
import { createPlatformBot } from './create-platform-bot.ts';
import { deleteBot } from './delete-bot.ts';
import { presentPlatformBot } from './presenter.ts';
import { listPermittedBots, readBot } from './queries.ts';
import { createPlatformBotBody, updatePlatformBotBody } from './schema.ts';
import { updatePlatformBot } from './update-platform-bot.ts';

export const platformBots = routes('/agent_bots');

platformBots.get(
  '/',
  {
    permission: 'platform_bot:read',
    summary: 'List agent bots',
    description: 'Those that this program has made or was granted.',
    page: 'optional',
    answer: ok(list(platformBotShape)),
  },
  async ({ tx, caller, page }) => {
    const bots = await listPermittedBots(tx, caller.id, page);
    return bots.map((bot) => presentPlatformBot(bot));
  },
);

platformBots.post(
  '/',
  {
    permission: 'platform_bot:write',
    summary: 'Create an agent bot',
    description:
      'Without `account_id` it is a bot of the installation, which every account may use. Its access token is shown only in this answer.',
    body: createPlatformBotBody,
    name: 'agent_bot',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { name: 'Concierge', outgoing_url: 'https://bots.example.com/events' },
    answer: created(platformBotShape),
  },
  async ({ tx, caller, body, files, now }) => {
    const accountId = body.account_id ?? null;
    if (accountId !== null) await checkPermitted(tx, caller.id, { type: 'Account', id: accountId });
    const { bot, accessToken } = await createPlatformBot(tx, caller.id, accountId, newBot(body, files), now);
    return presentPlatformBot(bot, accessToken);
  },
);

platformBots.get(
  '/:id',
  { permission: 'platform_bot:read', summary: 'Show an agent bot', find: botOf, answer: ok(platformBotShape) },
  ({ found: bot }) => presentPlatformBot(bot),
);

platformBots.patch(
  '/:id',
  {
    permission: 'platform_bot:write',
    summary: 'Change an agent bot',
    description: 'With another `account_id`, it leaves the inboxes and conversations of the account before.',
    find: botOf,
    body: updatePlatformBotBody,
    name: 'agent_bot',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { description: 'Answers at night' },
    answer: ok(platformBotShape),
  },
  async ({ tx, caller, found: bot, body, files, now }) => {
    const { account_id: accountId } = body;
    if (typeof accountId === 'number') await checkPermitted(tx, caller.id, { type: 'Account', id: accountId });
    const changes = { ...botChanges(body, files), accountId };
    return presentPlatformBot(await updatePlatformBot(tx, bot, changes, now));
  },
);

platformBots.delete(
  '/:id',
  { permission: 'platform_bot:write', summary: 'Delete an agent bot', find: botOf, answer: empty },
  ({ tx, found: bot, now }) => deleteBot(tx, bot, now),
);

platformBots.delete(
  '/:id/avatar',
  {
    permission: 'platform_bot:write',
    summary: 'Delete the avatar of an agent bot',
    find: botOf,
    answer: ok(platformBotShape),
  },
  async ({ tx, found: bot, now }) => {
    await removeAvatar(tx, { type: 'AgentBot', id: bot.id }, now);
    return presentPlatformBot({ ...bot, avatarUrl: null });
  },
);

/** The bot in the path, if the program may manage it. */
async function botOf({ tx, caller, params }: Asked<'/:id'>) {
  await checkPermitted(tx, caller.id, { type: 'AgentBot', id: params.id });
  return readBot(tx, params.id);
}
