import { type Check, failed, ok, type Outcome, warning } from '../../checks.ts';
import type { Attributes } from '../../entities/columns.ts';
import { addressCheck } from '../checking/address-check.ts';
import { afterAsking, askOnce } from '../checking/after-asking.ts';
import { askJson } from '../checking/ask-json.ts';
import { callbackOutcome } from '../checking/callback-outcome.ts';
import type { ChannelChecks, CheckMeans } from '../checking/channel-checks.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import { isSet } from '../parameters.ts';
import { accountUrl, askTwilio } from './ask-twilio.ts';
import { CALLBACK_USERNAME } from './callback-login.ts';
import { mediumOf } from './twilio-addresses.ts';
import { smsConfig } from './twilio-login.ts';

const TWILIO_LOGIN =
  "put in the account's SID and auth token of the Twilio console: channel.account_sid, channel.auth_token";
const BANDWIDTH_LOGIN =
  'put in the account id and the login of an API user: account_id, api_key, api_secret in channel.provider_config';

/**
 * Asks Twilio for the account, and for the number with its address for what it receives. Messaging services and senders of
 * WhatsApp have theirs elsewhere.
 */
export const twilioChecks: ChannelChecks = (means) => {
  const { settings } = means.channel;
  const number = askOnce(() => numberAt(means));
  const ofNumber: Check[] = [
    { name: 'number', look: () => afterAsking(async () => numberOutcome(means, await number()), TWILIO_LOGIN) },
    { name: 'webhook', look: () => afterAsking(async () => webhookOutcome(means, await number()), TWILIO_LOGIN) },
  ];
  const hasNumber = mediumOf(settings) === 'sms' && textAt(settings, 'phone_number') !== '';
  return [
    addressCheck(means, 'Twilio', 'any'),
    { name: 'login', look: () => afterAsking(() => accountOutcome(means), TWILIO_LOGIN) },
    ...(hasNumber ? ofNumber : []),
    { name: 'statuses', look: async () => statusesOutcome(means) },
  ];
};

/** Asks Bandwidth for the files of the account, for which the login must be right. Its messaging API tells nothing more. */
export const bandwidthChecks: ChannelChecks = (means) => [
  addressCheck(means, 'Bandwidth', 'any'),
  { name: 'login', look: () => afterAsking(() => mediaOutcome(means), BANDWIDTH_LOGIN) },
  { name: 'webhook', look: async () => bandwidthWebhook(means) },
];

async function accountOutcome(means: CheckMeans): Promise<Outcome> {
  if (isSet(smsConfig(means.channel.secrets)['api_key_sid'])) {
    // Few keys may see the account itself.
    await askAccount(means, '/Messages.json?PageSize=1');
    return ok('the API key is good for the account');
  }
  const account = await askAccount(means, '.json');
  const [name, status] = [textAt(account, 'friendly_name'), textAt(account, 'status')];
  if (status !== 'active') return failed(`the account ${name} is ${status}`, 'put it right in the Twilio console');
  if (textAt(account, 'type') === 'Trial') {
    return warning(
      `the account ${name} is a trial, which sends to verified numbers only`,
      'upgrade it in the Twilio console',
    );
  }
  return ok(`the login is that of the account ${name}`);
}

/** The inbox's number as the account has it; null = it has none. */
async function numberAt(means: CheckMeans): Promise<Attributes | null> {
  const query = new URLSearchParams({ PhoneNumber: textAt(means.channel.settings, 'phone_number') });
  const answer = await askAccount(means, `/IncomingPhoneNumbers.json?${query}`);
  return listAt(answer, 'incoming_phone_numbers')[0] ?? null;
}

function numberOutcome({ channel }: CheckMeans, number: Attributes | null): Outcome {
  const phoneNumber = textAt(channel.settings, 'phone_number');
  const advice = 'buy it there, or change channel.phone_number';
  if (!number) return failed(`the account has no number ${phoneNumber}`, advice);
  const can = objectAt(number, 'capabilities');
  if (can['sms'] === false) return failed(`${phoneNumber} cannot send text messages`, 'take a number that can');
  return can['mms'] === false
    ? warning(`${phoneNumber} cannot send files`, 'take a number with MMS, or send links')
    : ok(`the account has ${phoneNumber}`);
}

function webhookOutcome({ callbackUrl }: CheckMeans, number: Attributes | null): Outcome {
  const advice = 'enter it at the number in the Twilio console: Messaging, "A message comes in", Webhook, HTTP POST';
  if (!number) return warning('not checked: the account has not the number', 'see the line above');
  const outcome = callbackOutcome('Twilio', textAt(number, 'sms_url'), callbackUrl, advice);
  const method = textAt(number, 'sms_method');
  if (outcome.status !== 'ok' || method === 'POST' || method === '') return outcome;
  return failed(`Twilio tells ${callbackUrl} by ${method}, which is not taken`, advice);
}

function statusesOutcome({ publicUrl }: CheckMeans): Outcome {
  if (publicUrl.startsWith('https://')) return ok('Twilio is asked to tell what becomes of messages');
  return warning(
    'Twilio is not asked to tell what becomes of messages',
    'set server.public_url to an https:// address',
  );
}

const askAccount = ({ http, urls, channel }: CheckMeans, path: string) =>
  askTwilio(http, channel, 'GET', `${accountUrl(urls, channel)}${path}`);

async function mediaOutcome({ http, urls, channel }: CheckMeans): Promise<Outcome> {
  const config = objectAt(channel.secrets, 'provider_config');
  const url = `${urls.bandwidth_url}/api/v2/users/${encodeURIComponent(textAt(config, 'account_id'))}/media`;
  await askJson(http, 'Bandwidth', url, basic(textAt(config, 'api_key'), textAt(config, 'api_secret')));
  return ok(`the login is good for the account ${textAt(config, 'account_id')}`);
}

function bandwidthWebhook({ callbackUrl, channel }: CheckMeans): Outcome {
  if (!channel.secrets['callback_password']) {
    return failed(
      'the inbox has no callback_password, so all that Bandwidth tells is refused',
      'save its channel once',
    );
  }
  return ok(
    `Bandwidth cannot be asked for its address: in the application it must be ${callbackUrl}, with the user ${CALLBACK_USERNAME} and the callback_password of the inbox`,
  );
}

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
