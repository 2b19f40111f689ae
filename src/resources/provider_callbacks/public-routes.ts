import { receivers } from '../../channels/receiving/find-receiver.ts';
import type { Callback } from '../../channels/receiving/receiver.ts';
import { unauthorized } from '../../errors.ts';
import { readText } from '../../http/body/read-text.ts';
import { empty } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { type Ctx, publicUrl } from '../../http/state.ts';
import { keepCallback } from './keep-callback.ts';
import { findInboxOfChannel, type ReceivingInbox } from './receiving-inbox.ts';

/** Bytes of a callback, more than any provider sends. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAY_ANSWER = [401, 413];

/** Where providers tell what contacts wrote, and what became of messages to them. */
export const providerCallbacks = routes('');

providerCallbacks.post(
  '/webhooks/telegram/:bot',
  {
    permission: 'provider_callback:create',
    summary: 'Take an update of Telegram',
    description:
      '`bot` is the end of the `callback_webhook_url` of the inbox, or the token of the bot. `X-Telegram-Bot-Api-Secret-Token` must be that which Parley gave Telegram. The body is an Update of the Bot API.',
    answer: empty,
    mayAnswer: MAY_ANSWER,
  },
  async ({ ctx, tx, params: { bot } }) => {
    const [botId = ''] = bot.split(':');
    await take(ctx, await findInboxOfChannel(tx, 'telegram', { address: botId, identifier: bot }));
  },
);

providerCallbacks.post(
  '/webhooks/line/:channel',
  {
    permission: 'provider_callback:create',
    summary: 'Take events of LINE',
    description:
      '`channel` is the end of the `callback_webhook_url` of the inbox, or its `line_channel_id`. `X-Line-Signature` must fit the body, with the channel secret. The body is a webhook event object of the Messaging API.',
    answer: empty,
    mayAnswer: MAY_ANSWER,
  },
  async ({ ctx, tx, params: { channel } }) => {
    await take(ctx, await findInboxOfChannel(tx, 'line', { address: channel, identifier: channel }));
  },
);

/**
 * Stores what the request tells of the inbox. Where there is none, nothing is stored, and the provider need not repeat it.
 * @throws AppError `unauthorized` for a request that is not the provider's, `too_large`
 */
async function take(ctx: Ctx, inbox: ReceivingInbox | null): Promise<void> {
  const { app, tx, now } = ctx.state;
  const body = await readText(ctx.req, MAX_BYTES);
  const receiver = inbox && receivers[inbox.provider];
  if (!receiver) return app.log.warn('a provider told something of an inbox that does not exist');
  const callback: Callback = { headers: headersOf(ctx), path: ctx.originalUrl, publicUrl: publicUrl(ctx), body };
  const refusal = receiver.refusal(callback, inbox.channel);
  if (refusal !== null) {
    app.log.warn({ inbox: inbox.inboxId, reason: refusal }, `refused what claims to come from ${receiver.provider}`);
    throw unauthorized(refusal);
  }
  await keepCallback(tx, inbox, receiver, callback, now);
}

function headersOf({ req }: Ctx): Callback['headers'] {
  return Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}
