import { failed, ok, type Outcome, warning } from '../../checks.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError } from '../../errors.ts';
import { addressCheck } from '../checking/address-check.ts';
import { afterAsking } from '../checking/after-asking.ts';
import { callbackOutcome, SAVE_AGAIN } from '../checking/callback-outcome.ts';
import type { ChannelChecks, CheckMeans } from '../checking/channel-checks.ts';
import { textAt } from '../receiving/json-parts.ts';
import { callLine } from './call.ts';

const ENDPOINT = '/v2/bot/channel/webhook';
const TOKEN = 'issue a long-lived channel access token in the LINE Developers console: channel.line_channel_token';
/** Above this share of the month's messages, the check warns. */
const MUCH = 0.8;

/** Checks the channel's identity, its callback address, whether LINE reaches the address, and the remaining quota. */
export const lineChecks: ChannelChecks = (means) => [
  addressCheck(means, 'LINE', 'https'),
  { name: 'login', look: () => afterAsking(() => loginOutcome(means), TOKEN) },
  { name: 'signature', look: async () => signatureOutcome(means) },
  { name: 'webhook', look: () => afterAsking(() => webhookOutcome(means), TOKEN) },
  { name: 'quota', look: () => afterAsking(() => quotaOutcome(means), TOKEN) },
];

async function loginOutcome(means: CheckMeans): Promise<Outcome> {
  const bot = await callLine(means, 'get', '/v2/bot/info');
  return ok(`the token is that of ${textAt(bot, 'displayName')} (${textAt(bot, 'basicId')})`);
}

function signatureOutcome({ channel }: CheckMeans): Outcome {
  if (channel.secrets['line_channel_secret']) return ok('the channel secret is set; only a message of LINE proves it');
  return failed(
    'the inbox has no line_channel_secret, so all that LINE tells is refused',
    'put in the channel secret of the LINE Developers console, Basic settings: channel.line_channel_secret',
  );
}

async function webhookOutcome(means: CheckMeans): Promise<Outcome> {
  const { callbackUrl } = means;
  const webhook = await callLine(means, 'get', `${ENDPOINT}/endpoint`).catch(noEndpoint);
  const outcome = callbackOutcome('LINE', textAt(webhook, 'endpoint'), callbackUrl, SAVE_AGAIN);
  if (outcome.status !== 'ok') return outcome;
  if (webhook['active'] !== true) {
    return failed(
      'LINE has the address, but does not use it',
      'switch on "Use webhook" in the LINE Developers console',
    );
  }
  // LINE posts a callback without events to the address.
  const tried = await callLine(means, 'post', `${ENDPOINT}/test`, { endpoint: callbackUrl });
  if (tried['success'] === true) return ok(`LINE tells ${callbackUrl} what it receives, and gets there`);
  const why = [textAt(tried, 'reason'), textAt(tried, 'detail')].filter((part) => part !== '');
  return failed(
    `LINE does not get to ${callbackUrl}: ${why.join(', ')}`,
    'see that server.public_url leads to this server, and that line_channel_secret is right',
  );
}

/** LINE answers 404 where no address has been set. */
function noEndpoint(error: unknown): Attributes {
  if (error instanceof AppError && error.code === 'not_found') return {};
  throw error;
}

async function quotaOutcome(means: CheckMeans): Promise<Outcome> {
  const [quota, used] = await Promise.all([
    callLine(means, 'get', '/v2/bot/message/quota'),
    callLine(means, 'get', '/v2/bot/message/quota/consumption'),
  ]);
  const [most, count] = [Number(textAt(quota, 'value')), Number(textAt(used, 'totalUsage'))];
  if (textAt(quota, 'type') !== 'limited') return ok(`${count} messages were sent this month, without a limit`);
  const message = `${count} of ${most} messages of this month are used`;
  const advice = 'change the plan or raise the limit in the LINE Official Account Manager';
  if (count >= most) return failed(message, advice);
  return count >= most * MUCH ? warning(message, advice) : ok(message);
}
