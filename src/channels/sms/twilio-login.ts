import type { Attributes } from '../../entities/columns.ts';
import { isSet } from '../parameters.ts';
import { UNAUTHORIZED } from '../login.ts';

/** The login is wrong, or there is no such account. */
const LOGIN_CODES = ['20003', '20404'];

/** The settings of a channel at Twilio or Bandwidth. */
export const smsConfig = (secrets: Attributes) => (secrets['provider_config'] ?? {}) as Attributes;

/**
 * The authorization header for Twilio: the API key, if there is one, else the account's credentials. As in Chatwoot, the
 * key's secret is in `auth_token`; callbacks cannot be verified then.
 */
export function twilioLogin(secrets: Attributes): string {
  const config = smsConfig(secrets);
  const [name, password] = isSet(config['api_key_sid'])
    ? [config['api_key_sid'], config['api_key_secret'] ?? config['auth_token']]
    : [config['account_sid'], config['auth_token']];
  return `Basic ${Buffer.from(`${String(name)}:${String(password)}`).toString('base64')}`;
}

/** Whether Twilio refuses the login. */
export const isTwilioLogin = (status: number, code: string) => status === UNAUTHORIZED || LOGIN_CODES.includes(code);
