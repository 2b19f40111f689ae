import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { storeUploads } from '../../http/upload.ts';
import { list } from '../../shapes.ts';
import { replaceToken } from '../access_tokens/replace-token.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import type { NewAvatar } from '../files/give-avatar.ts';
import { removeAvatar } from '../files/remove-avatar.ts';
import { agentBotShape, botWithTokenShape } from './answers.ts';
import { createBot } from './create-bot.ts';
import { deleteBot } from './delete-bot.ts';
import { presentAgentBot, presentBotWithToken } from './presenter.ts';
import { type AgentBotRow, findBot, findOwnBot, listBots } from './queries.ts';
import { resetSecret } from './reset-secret.ts';
import { createBotBody, updateBotBody } from './schema.ts';
import { updateBot } from './update-bot.ts';

/** /agent_bots */
export const agentBots = router();

agentBots.get('/', allow('agent_bot:read'), takes({ page: true }), answers(list(agentBotShape)), async (ctx) => {
  const bots = await listBots(ctx.state.em, ctx.state.account.id, optionalPageOf(ctx));
  ctx.body = bots.map((bot) => show(ctx, bot));
});

agentBots.get('/:id', allow('agent_bot:read'), takes({}), answers(agentBotShape), async (ctx) => {
  const { em, account } = ctx.state;
  ctx.body = show(ctx, found(await findBot(em, account.id, idOf(ctx, 'Agent bot')), 'Agent bot'));
});

agentBots.post(
  '/',
  allow('agent_bot:write'),
  takes({ body: createBotBody, name: 'agent_bot', files: ['avatar'] }),
  answers(botWithTokenShape, 201),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const body = validate(createBotBody, ctx);
    const input = {
      name: body.name,
      description: body.description ?? null,
      outgoingUrl: body.outgoing_url || null,
      botConfig: body.bot_config ?? {},
      avatar: await avatarOf(ctx, body.avatar_url),
    };
    const { bot, accessToken } = await createBot(em, account, input, now);
    ctx.body = presentBotWithToken(bot, accessToken);
  },
);

agentBots.patch(
  '/:id',
  allow('agent_bot:write'),
  takes({ body: updateBotBody, name: 'agent_bot', files: ['avatar'] }),
  answers(agentBotShape),
  async (ctx) => {
    const { em, now } = ctx.state;
    const bot = await ownBotOf(ctx);
    const body = validate(updateBotBody, ctx);
    const input = {
      name: body.name,
      description: body.description,
      outgoingUrl: body.outgoing_url === '' ? null : body.outgoing_url,
      botConfig: body.bot_config,
      avatar: await avatarOf(ctx, body.avatar_url),
    };
    const updated = await updateBot(em, bot, input, now);
    ctx.state.droppedFiles.push(...updated.dropped);
    ctx.body = show(ctx, updated.bot);
  },
);

agentBots.delete('/:id', allow('agent_bot:write'), takes({}), answers(null), async (ctx) => {
  ctx.state.droppedFiles.push(...(await deleteBot(ctx.state.em, await ownBotOf(ctx))));
  ctx.body = '';
});

agentBots.delete('/:id/avatar', allow('agent_bot:write'), takes({}), answers(agentBotShape), async (ctx) => {
  const bot = await ownBotOf(ctx);
  ctx.state.droppedFiles.push(...(await removeAvatar(ctx.state.em, { type: 'AgentBot', id: bot.id })));
  ctx.body = show(ctx, { ...bot, avatarUrl: null });
});

agentBots.post(
  '/:id/reset_access_token',
  allow('agent_bot:write'),
  takes({}),
  answers(botWithTokenShape),
  async (ctx) => {
    const bot = await ownBotOf(ctx);
    const token = await replaceToken(ctx.state.em, { type: 'AgentBot', id: bot.id }, ctx.state.now);
    ctx.body = presentBotWithToken(bot, token);
  },
);

agentBots.post('/:id/reset_secret', allow('agent_bot:write'), takes({}), answers(agentBotShape), async (ctx) => {
  ctx.body = show(ctx, await resetSecret(ctx.state.em, await ownBotOf(ctx), ctx.state.now));
});

/** Those of the installation are not the account's to change. */
async function ownBotOf(ctx: Ctx): Promise<AgentBotRow> {
  return found(await findOwnBot(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Agent bot')), 'Agent bot');
}

/** The picture that came with the request, or where it says that one is. */
async function avatarOf(ctx: Ctx, url: string | null | undefined): Promise<NewAvatar> {
  return { picture: checkAvatar(await storeUploads(ctx, 'avatar', 'agent_bot[avatar]')), url: url || null };
}

function show(ctx: Ctx, bot: AgentBotRow) {
  return presentAgentBot(bot, { withSecret: ctx.state.caller.role === 'administrator' });
}
