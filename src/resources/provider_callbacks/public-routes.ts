import type { Callback } from '../../channels/receiving/receiver.ts';
import { isSameText } from '../../channels/receiving/same-text.ts';
import { verifyToken } from '../../channels/whatsapp/verify-token.ts';
import { AppError } from '../../errors.ts';
import { type Form, formIn } from '../../fields/form-text.ts';
import { object, requiredText, text } from '../../fields.ts';
import { readUnproven, type UnprovenLimits } from '../../http/body/read-unproven.ts';
import { empty, noContent, written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { type Ctx, publicUrl } from '../../http/state.ts';
import { keepParts, type Part } from './keep-parts.ts';
import { findInboxOfChannel, type ReceivingInbox } from './receiving-inbox.ts';
import { partOfTwilio, partsOfBandwidth } from './sms-inboxes.ts';
import { findByNumber, partsOfWhatsapp } from './whatsapp-numbers.ts';

export { handedMails } from './mail-routes.ts';

/** Limits of callbacks; no provider sends as much. */
const JSON_LIMITS: UnprovenLimits = { kind: 'json', maxBytes: 1024 * 1024 };
const TWILIO_LIMITS: UnprovenLimits = { kind: 'form', maxBytes: 64 * 1024 };
const MAY_ANSWER = [400, 401, 413, 429];

/** The callbacks of providers with messages from contacts and delivery statuses. */
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

const verifyQuery = object({
  'hub.mode': text().nullable(),
  'hub.verify_token': requiredText(),
  'hub.challenge': text().nullable(),
});

providerCallbacks.get(
  '/webhooks/whatsapp/:number',
  {
    permission: 'provider_callback:read',
    summary: 'Show the Cloud API that an address for callbacks is right',
    description: 'The answer is `hub.challenge`, if `hub.verify_token` is the `webhook_verify_token` of the inbox.',
    query: verifyQuery,
    answer: written('text/plain'),
    mayAnswer: [401, 429],
  },
  async ({ ctx, tx, params: { number }, query }) => {
    const inbox = await findByNumber(tx, number);
    const token = inbox ? verifyToken(inbox.channel) : '';
    const isRight = token !== '' && isSameText(query['hub.verify_token'], token);
    if (!isRight) throw new AppError('unauthorized', 'Error; wrong verify token');
    ctx.state.isProven = true;
    ctx.type = 'text/plain';
    ctx.body = query['hub.challenge'] ?? '';
  },
);

providerCallbacks.post(
  '/webhooks/whatsapp/:number',
  {
    permission: 'provider_callback:create',
    summary: 'Take a callback of WhatsApp',
    description:
      'For an inbox at the Cloud API, `X-Hub-Signature-256` must be made with its `app_secret`; for one at 360dialog, the header `X-Parley-Token` or `token` in the query must be its `webhook_verify_token`. Of numbers of one business, callbacks of all may come to the address of any.',
    answer: empty,
    mayAnswer: MAY_ANSWER,
  },
  async ({ ctx, tx, params: { number } }) => {
    const callback = await readCallback(ctx, JSON_LIMITS);
    await keep(ctx, callback, await partsOfWhatsapp(tx, callback.body, await findByNumber(tx, number)));
  },
);

providerCallbacks.post(
  '/twilio/callback',
  {
    permission: 'provider_callback:create',
    summary: 'Take a message of Twilio',
    description:
      'The inbox is that of `MessagingServiceSid`, or else of the number `To`, whichever `X-Twilio-Signature` is made for. It must fit the form and the address of this server, `server.public_url`. The body is a form with the parameters of an incoming message.',
    answer: noContent,
    mayAnswer: MAY_ANSWER,
  },
  ({ ctx }) => takeFromTwilio(ctx, 'To'),
);

providerCallbacks.post(
  '/twilio/delivery_status',
  {
    permission: 'provider_callback:create',
    summary: 'Take a status of Twilio',
    description:
      'What became of a message of `MessagingServiceSid`, or else of the number `From`. The signature is that of `/twilio/callback`; the body is a form with the parameters of a status callback.',
    answer: noContent,
    mayAnswer: MAY_ANSWER,
  },
  ({ ctx }) => takeFromTwilio(ctx, 'From'),
);

/** `ours`: the field with the number of the inbox. */
async function takeFromTwilio(ctx: Ctx, ours: 'To' | 'From'): Promise<void> {
  const callback = await readCallback(ctx, TWILIO_LIMITS);
  await keep(ctx, callback, [await partOfTwilio(ctx.state.tx, callback, ours)]);
}

providerCallbacks.post(
  '/webhooks/sms/:phone_number',
  {
    permission: 'provider_callback:create',
    summary: 'Take messages and statuses of Bandwidth',
    description:
      'Each item is of the inbox whose number is `message.owner`. The login must be the `callback_username` and `callback_password` of the inbox. The body is a list of message events.',
    answer: empty,
    mayAnswer: MAY_ANSWER,
  },
  async ({ ctx, tx, params: { phone_number: number } }) => {
    const callback = await readCallback(ctx, JSON_LIMITS);
    await keep(ctx, callback, await partsOfBandwidth(tx, callback.body, number));
  },
);

/** Stores what the request tells of the inbox. @throws AppError as `keep` and `readUnproven` do */
async function take(ctx: Ctx, inbox: ReceivingInbox | null): Promise<void> {
  const callback = await readCallback(ctx, JSON_LIMITS);
  await keep(ctx, callback, [{ inbox, told: callback.body }]);
}

/** @throws AppError as `keepParts` does */
async function keep(ctx: Ctx, callback: Callback, parts: readonly Part[]): Promise<void> {
  const { app, tx, now } = ctx.state;
  ctx.state.isProven = await keepParts(app, tx, callback, parts, now);
}

/** @throws AppError as `readUnproven` does */
async function readCallback(ctx: Ctx, limits: UnprovenLimits): Promise<Callback> {
  const { bytes, text: body } = await readUnproven(ctx, limits);
  const all = Object.entries(ctx.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  let read: Form | null = null;
  const form = () => (read ??= formIn(body));
  return { headers: Object.fromEntries(all), path: ctx.originalUrl, publicUrl: publicUrl(ctx), bytes, body, form };
}
