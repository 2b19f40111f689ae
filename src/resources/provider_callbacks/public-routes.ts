import { MAX_MAIL_BYTES } from '../../channels/email/mail-event.ts';
import type { Callback } from '../../channels/receiving/receiver.ts';
import { isSameText } from '../../channels/receiving/same-text.ts';
import { verifyToken } from '../../channels/whatsapp/verify-token.ts';
import { itemsOf } from '../../comma-list.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import { object, requiredText, text } from '../../fields.ts';
import { readRaw, readText } from '../../http/body/read-text.ts';
import { empty, noContent, written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { type Ctx, publicUrl } from '../../http/state.ts';
import { keepMail } from './keep-mail.ts';
import { keepParts, type Part } from './keep-parts.ts';
import { findInboxOfChannel, type ReceivingInbox } from './receiving-inbox.ts';
import { partOfTwilio, partsOfBandwidth } from './sms-inboxes.ts';
import { findByNumber, othersIn, ownPart } from './whatsapp-numbers.ts';

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
    mayAnswer: [401],
  },
  async ({ ctx, tx, params: { number }, query }) => {
    const inbox = await findByNumber(tx, number);
    const token = inbox ? verifyToken(inbox.channel) : '';
    const isRight = token !== '' && isSameText(query['hub.verify_token'], token);
    if (!isRight) throw new AppError('unauthorized', 'Error; wrong verify token');
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
    const body = await readText(ctx.req, MAX_BYTES);
    const inbox = await findByNumber(tx, number);
    const own = ownPart(body, inbox);
    const others = await othersIn(tx, body, inbox);
    await keep(ctx, body, [
      ...(own === null ? [] : [{ inbox, told: own }]),
      ...others.map((other) => ({ inbox: other.inbox, told: other.part.body })),
    ]);
  },
);

providerCallbacks.post(
  '/rails/action_mailbox/relay/inbound_emails',
  {
    permission: 'provider_callback:create',
    summary: 'Take a mail of a mail server',
    description:
      'The body is the raw mail, as `message/rfc822`. Basic authentication with the name `actionmailbox` and the password of the setting `mail.inbound_password`. The mail is for the inboxes whose addresses `X-Envelope-To` names, else those that mail servers have noted in its head, as `Delivered-To`, else those of its recipients. 404 where there is none.',
    answer: noContent,
    mayAnswer: [...MAY_ANSWER, 400, 404],
  },
  async ({ ctx }) => {
    const { app, tx, now } = ctx.state;
    const { inbound_password: password } = app.config.mail;
    const given = ctx.get('authorization');
    const expected = `Basic ${Buffer.from(`actionmailbox:${password}`).toString('base64')}`;
    if (password === '') throw unauthorized('mail.inbound_password is not set: no mails are taken here');
    if (!isSameText(given, expected)) throw unauthorized('the password is not mail.inbound_password');
    const bytes = await readRaw(ctx.req, MAX_MAIL_BYTES);
    const inboxes = await keepMail(tx, bytes, itemsOf(ctx.get('x-envelope-to')), now);
    if (inboxes === 0) throw notFound('Inbox');
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
  const body = await readText(ctx.req, MAX_BYTES);
  await keep(ctx, body, [await partOfTwilio(ctx.state.tx, callbackOf(ctx, body), ours)]);
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
    const body = await readText(ctx.req, MAX_BYTES);
    await keep(ctx, body, await partsOfBandwidth(tx, body, number));
  },
);

/** Stores what the request tells of the inbox. @throws AppError as `keep` does, `too_large` */
async function take(ctx: Ctx, inbox: ReceivingInbox | null): Promise<void> {
  const body = await readText(ctx.req, MAX_BYTES);
  await keep(ctx, body, [{ inbox, told: body }]);
}

/** @throws AppError as `keepParts` does */
async function keep(ctx: Ctx, body: string, parts: readonly Part[]): Promise<void> {
  const { app, tx, now } = ctx.state;
  await keepParts(app, tx, callbackOf(ctx, body), parts, now);
}

function callbackOf(ctx: Ctx, body: string): Callback {
  const all = Object.entries(ctx.req.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return { headers: Object.fromEntries(all), path: ctx.originalUrl, publicUrl: publicUrl(ctx), body };
}
