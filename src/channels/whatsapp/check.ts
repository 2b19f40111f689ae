import { failed, ok, type Outcome, warning } from '../../checks.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError } from '../../errors.ts';
import { DAY, SECOND } from '../../time.ts';
import { addressCheck } from '../checking/address-check.ts';
import { afterAsking, askOnce } from '../checking/after-asking.ts';
import { callbackOutcome, SAVE_AGAIN } from '../checking/callback-outcome.ts';
import type { ChannelChecks, CheckMeans } from '../checking/channel-checks.ts';
import { objectAt, textAt } from '../receiving/json-parts.ts';
import { askHost } from './ask-host.ts';
import { CLOUD_API_NAME, configIn, DIALOG360, graphAt, graphUrl } from './hosts.ts';
import { verifyToken } from './verify-token.ts';

const CLOUD_KEY =
  'put in a token of a system user with whatsapp_business_messaging and whatsapp_business_management, and the two ids: api_key, phone_number_id, business_account_id in channel.provider_config';
const DIALOG360_KEY = 'put in the API key of the number from the 360dialog hub: api_key in channel.provider_config';
const FIELDS = 'display_phone_number,verified_name,status,quality_rating,webhook_configuration';
/** From when on it is said that a token expires. */
const SOON_MS = 14 * DAY;

/** Asks the Cloud API for the number, where it tells what it receives, and how long the token is good. */
export const cloudChecks: ChannelChecks = (means) => {
  const number = askOnce(() =>
    askHost(means.http, CLOUD_API_NAME, graphAt(means.urls, means.channel, 'phone_number_id'), {
      searchParams: { fields: FIELDS },
    }),
  );
  return [
    addressCheck(means, 'WhatsApp', 'https'),
    { name: 'number', look: () => afterAsking(async () => numberOutcome(means, await number()), CLOUD_KEY) },
    { name: 'webhook', look: () => afterAsking(async () => cloudWebhook(means, await number()), CLOUD_KEY) },
    { name: 'signature', look: async () => signatureOutcome(means) },
    { name: 'token', look: () => tokenOutcome(means) },
  ];
};

/** Asks 360dialog where it tells what the number receives, for which the key must be right. */
export const dialog360Checks: ChannelChecks = (means) => [
  addressCheck(means, '360dialog', 'https'),
  { name: 'webhook', look: () => afterAsking(() => dialog360Webhook(means), DIALOG360_KEY) },
];

function numberOutcome({ channel }: CheckMeans, number: Attributes): Outcome {
  const own = digitsOf(textAt(channel.settings, 'phone_number'));
  const shown = textAt(number, 'display_phone_number');
  if (digitsOf(shown) !== own) {
    return failed(`phone_number_id is that of ${shown}`, 'put in the id of the number of the inbox');
  }
  const [status, quality] = [textAt(number, 'status'), textAt(number, 'quality_rating')];
  if (status !== '' && status !== 'CONNECTED') {
    return failed(`the number is ${status}`, 'register it in the WhatsApp Manager');
  }
  if (quality === 'RED') return warning('contacts rate the number as bad', 'see the quality in the WhatsApp Manager');
  return ok(`the number is that of ${textAt(number, 'verified_name')}`);
}

/** The number's callback address takes precedence over the business's, and the business's over the app's. */
function cloudWebhook({ callbackUrl, publicUrl }: CheckMeans, number: Attributes): Outcome {
  const told = objectAt(number, 'webhook_configuration');
  const url = ['phone_number', 'whatsapp_business_account', 'application']
    .map((name) => textAt(told, name))
    .find((address) => address !== '');
  // Numbers of a business may share a callback address.
  if (url?.startsWith(`${publicUrl}/webhooks/whatsapp/`)) return ok(`WhatsApp tells ${url} what it receives`);
  return callbackOutcome('WhatsApp', url ?? '', callbackUrl, SAVE_AGAIN);
}

function signatureOutcome({ channel: { secrets } }: CheckMeans): Outcome {
  if (configIn(secrets, 'app_secret') !== '') return ok('callbacks are known by the app secret');
  const advice = 'put in the app secret of the app at Meta: app_secret in channel.provider_config';
  if (objectAt(secrets, 'provider_config')['accept_unsigned'] === true) {
    return warning('anyone may tell this inbox something: accept_unsigned is true', advice);
  }
  return failed('the inbox has no app_secret, so all that WhatsApp tells is refused', advice);
}

/** Not every token may be asked about. */
async function tokenOutcome({ http, urls, channel, now }: CheckMeans): Promise<Outcome> {
  const token = configIn(channel.secrets, 'api_key');
  const place = {
    url: graphUrl(urls, 'debug_token'),
    headers: { authorization: `Bearer ${token}` },
  };
  const told = await askHost(http, CLOUD_API_NAME, place, { searchParams: { input_token: token } }).catch(noAnswer);
  const facts = objectAt(told ?? {}, 'data');
  if (facts['is_valid'] === false) return failed('the token is no longer good', CLOUD_KEY);
  const expires = Number(textAt(facts, 'expires_at')) * SECOND;
  if (told === null) return ok('the Cloud API does not say when the token expires');
  if (expires === 0) return ok('the token does not expire');
  const message = `the token expires at ${new Date(expires).toISOString()}`;
  return expires - now.getTime() < SOON_MS ? warning(message, CLOUD_KEY) : ok(message);
}

function noAnswer(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

async function dialog360Webhook(means: CheckMeans): Promise<Outcome> {
  const { url: base, headers } = DIALOG360.numberAt(means.urls, means.channel);
  const place = { url: `${base}/v1/configs/webhook`, headers };
  const told = await askHost(means.http, DIALOG360.provider, place);
  // An address that was entered by hand has the token at its end.
  const byHand = `${means.callbackUrl}?token=${verifyToken(means.channel)}`;
  const url = textAt(told, 'url') === byHand ? means.callbackUrl : textAt(told, 'url').replace(/\?.*/, '?...');
  return callbackOutcome(DIALOG360.provider, url, means.callbackUrl, SAVE_AGAIN);
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
