import type { Json } from '../../entities/columns.ts';
import { invalidField } from '../../errors.ts';
import { oneOf, phoneNumber, text } from '../../fields.ts';
import { newToken } from '../../secrets.ts';
import {
  attributes as attributesShape,
  list,
  nullable,
  oneOf as oneOfShape,
  shape,
  text as textShape,
} from '../../wire/shape.ts';
import type { Channel } from '../channel.ts';
import { loginShown, showLogin } from '../login.ts';
import { isSet, latest, masked, maskedIn, providerConfig, secretText } from '../parameters.ts';
import { changeProviderConfig } from '../provider-config.ts';
import { byPhoneNumber, byTwilioWhatsapp } from '../source-ids.ts';
import { CALLBACK_USERNAME } from './callback-login.ts';
import { addressOf, MEDIA, mediumOf } from './twilio-addresses.ts';
import { smsConfig } from './twilio-login.ts';

const KEY_LENGTH = 2000;
const SERVICE_SID = /^MG[0-9a-fA-F]{32}$/;
/** WhatsApp lets a business write freely only within this time after the contact's last message. */
const WHATSAPP_WINDOW_HOURS = 24;
/** The settings with which Twilio and Bandwidth let this server in. */
const NAMES = [
  'api_key',
  'api_secret',
  'application_id',
  'account_id',
  'account_sid',
  'auth_token',
  'api_key_sid',
  'api_key_secret',
] as const;
/** Those of them that are secret. */
const SECRETS = ['api_secret', 'auth_token', 'api_key_secret'];
/** The settings that each provider needs before it can send. */
const REQUIRED_SETTINGS: Record<string, readonly string[]> = {
  twilio: ['account_sid', 'auth_token'],
  default: ['api_key', 'api_secret', 'application_id', 'account_id'],
};

/**
 * A phone number or messaging service for text messages, or a sender of WhatsApp: at Twilio when it has an account_sid, a
 * service or that medium, otherwise at Bandwidth.
 */
export const sms: Channel = {
  type: 'sms',
  external: true,
  parameters: {
    phone_number: phoneNumber().nullable(),
    messaging_service_sid: text()
      .matches(SERVICE_SID, { message: 'must be MG and 32 hexadecimal digits', excludeEmptyString: true })
      .nullable(),
    medium: oneOf(MEDIA),
    provider_config: providerConfig(),
    account_sid: text().nullable(),
    auth_token: secretText(KEY_LENGTH).nullable(),
    api_key_sid: text().nullable(),
    api_key_secret: secretText(KEY_LENGTH).nullable(),
  },
  initial: { settings: { phone_number: null }, webhookUrl: null, replyWindowHours: null, address: null },
  isRegistered: true,
  addressParameter: 'phone_number',
  newSecrets: {},

  change(before, given) {
    const config = changeProviderConfig(smsConfig(before.secrets), given, NAMES);
    const number = latest(given['phone_number'], before.settings['phone_number']) || null;
    const service = latest(given['messaging_service_sid'], before.settings['messaging_service_sid']) || null;
    const medium = mediumOf({ medium: given['medium'] ?? before.settings['medium'] ?? null });
    const isTwilio = isSet(config['account_sid']) || service !== null || medium === 'whatsapp';
    checkAddress(number, service);
    const isNew = before.address === null;
    if (!isNew && medium !== mediumOf(before.settings)) throw invalidField('channel.medium', 'cannot be changed');
    return {
      ...before,
      settings: {
        phone_number: number,
        messaging_service_sid: service,
        medium,
        provider: isTwilio ? 'twilio' : 'default',
      },
      replyWindowHours: medium === 'whatsapp' ? WHATSAPP_WINDOW_HOURS : null,
      address: addressOf(medium, String(service ?? number)),
      secrets: { provider_config: config, callback_password: before.secrets['callback_password'] ?? newToken() },
    };
  },
  check() {},

  show: ({ settings, messageTemplates }, publicUrl) => ({
    phone_number: settings['phone_number'] ?? null,
    messaging_service_sid: settings['messaging_service_sid'] ?? null,
    medium: mediumOf(settings),
    provider: settings['provider'] ?? null,
    content_templates: { templates: [...(messageTemplates ?? [])] },
    webhook_error: settings['webhook_error'] ?? null,
    ...showLogin(settings),
    callback_webhook_url:
      settings['provider'] === 'twilio'
        ? `${publicUrl}/twilio/callback`
        : `${publicUrl}/webhooks/sms/${String(settings['phone_number'])}`,
  }),
  showSecrets: ({ settings }, secrets) => ({
    // Twilio signs what it tells.
    callback_username: settings['provider'] === 'twilio' ? null : CALLBACK_USERNAME,
    callback_password: settings['provider'] === 'twilio' ? null : (secrets['callback_password'] ?? null),
    provider_config: maskedIn(smsConfig(secrets), SECRETS),
    account_sid: smsConfig(secrets)['account_sid'] ?? null,
    auth_token: masked(smsConfig(secrets)['auth_token']),
    api_key_sid: smsConfig(secrets)['api_key_sid'] ?? null,
  }),
  shown: {
    medium: oneOfShape(MEDIA),
    content_templates: shape({ templates: list(attributesShape) }),
    webhook_error: nullable(textShape),
    ...loginShown,
  },
  shownSecrets: {
    provider_config: attributesShape,
    account_sid: nullable(textShape),
    auth_token: nullable(textShape),
    api_key_sid: nullable(textShape),
    callback_username: nullable(textShape),
    callback_password: nullable(textShape),
  },

  obstacle({ settings }, secrets) {
    const required = REQUIRED_SETTINGS[String(settings['provider'])] ?? [];
    const missing = required.filter((name) => !isSet(smsConfig(secrets)[name]));
    return missing.length === 0 ? null : `the inbox has no ${missing.join(' and no ')}`;
  },
  sourceIds: (settings) => (mediumOf(settings) === 'whatsapp' ? byTwilioWhatsapp : byPhoneNumber),
};

/** @throws AppError `invalid` unless there is either a number or a messaging service */
function checkAddress(number: Json, service: Json): void {
  if (number === null && service === null) throw invalidField('channel.phone_number', "can't be blank");
  if (number === null || service === null) return;
  throw invalidField('channel.messaging_service_sid', 'cannot be given beside a phone_number: set that to null');
}
