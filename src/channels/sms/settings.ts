import type { Attributes } from '../../entities/columns.ts';
import { attributes, phoneNumber, text } from '../../fields.ts';
import { newToken } from '../../secrets.ts';
import { attributes as attributesShape, nullable, text as textShape } from '../../wire/shape.ts';
import type { Channel, Secrets } from '../channel.ts';
import { changeProviderConfig } from '../provider-config.ts';
import { CALLBACK_USERNAME } from './callback-login.ts';
import { isSet } from '../parameters.ts';
import { byPhoneNumber } from '../source-ids.ts';

const KEY_LENGTH = 2000;
const NAMES = ['api_key', 'api_secret', 'application_id', 'account_id', 'account_sid', 'auth_token'] as const;
/** The settings that each provider needs before it can send. */
const REQUIRED_SETTINGS: Record<string, readonly string[]> = {
  twilio: ['account_sid', 'auth_token'],
  default: ['api_key', 'api_secret', 'application_id', 'account_id'],
};

/** A phone number for text messages, at Twilio when it has an account_sid, otherwise at Bandwidth. */
export const sms: Channel = {
  type: 'sms',
  external: true,
  parameters: {
    phone_number: phoneNumber().required("can't be blank"),
    provider_config: attributes(),
    account_sid: text().nullable(),
    auth_token: text(KEY_LENGTH).nullable(),
  },
  initial: { settings: { phone_number: null }, webhookUrl: null, replyWindowHours: null, address: null },
  addressParameter: 'phone_number',
  newSecrets: {},

  change(before, given) {
    const { phone_number: phoneNumber = before.settings['phone_number'] as string } = given;
    const config = changeProviderConfig(configOf(before.secrets), given, NAMES);
    return {
      ...before,
      settings: { phone_number: phoneNumber, provider: isSet(config['account_sid']) ? 'twilio' : 'default' },
      address: phoneNumber as string,
      secrets: { provider_config: config, callback_password: before.secrets['callback_password'] ?? newToken() },
    };
  },
  check() {},

  show: ({ settings }, publicUrl) => ({
    phone_number: settings['phone_number'] ?? null,
    provider: settings['provider'] ?? null,
    callback_webhook_url:
      settings['provider'] === 'twilio'
        ? `${publicUrl}/twilio/callback`
        : `${publicUrl}/webhooks/sms/${String(settings['phone_number'])}`,
  }),
  showSecrets: ({ settings }, secrets) => ({
    // Twilio signs what it tells.
    callback_username: settings['provider'] === 'twilio' ? null : CALLBACK_USERNAME,
    callback_password: settings['provider'] === 'twilio' ? null : (secrets['callback_password'] ?? null),
    provider_config: configOf(secrets),
    account_sid: configOf(secrets)['account_sid'] ?? null,
    auth_token: configOf(secrets)['auth_token'] ?? null,
  }),
  shown: {},
  shownSecrets: {
    provider_config: attributesShape,
    account_sid: nullable(textShape),
    auth_token: nullable(textShape),
    callback_username: nullable(textShape),
    callback_password: nullable(textShape),
  },

  obstacle({ settings }, secrets) {
    const required = REQUIRED_SETTINGS[String(settings['provider'])] ?? [];
    const missing = required.filter((name) => !isSet(configOf(secrets)[name]));
    return missing.length === 0 ? null : `the inbox has no ${missing.join(' and no ')}`;
  },
  sourceIds: byPhoneNumber,
};

function configOf(secrets: Secrets): Attributes {
  return (secrets['provider_config'] ?? {}) as Attributes;
}
