import type { Attributes } from '../../entities/columns.ts';
import { oneOf, phoneNumber } from '../../fields.ts';
import { newToken } from '../../secrets.ts';
import { attributes as attributesShape, list, nullable, text as textShape } from '../../wire/shape.ts';
import { GOOD_LOGIN, loginShown, showLogin } from '../login.ts';
import type { Channel, Secrets } from '../channel.ts';
import { changeProviderConfig } from '../provider-config.ts';
import { isSet, masked, maskedIn, providerConfig, secretText } from '../parameters.ts';
import { byWhatsappId } from '../source-ids.ts';

const KEY_LENGTH = 2000;
const PROVIDERS = ['default', 'whatsapp_cloud'] as const;
/** WhatsApp lets a business write freely only within this time after the contact's last message. */
const REPLY_WINDOW_HOURS = 24;
/** The settings in provider_config that are secret; webhook_verify_token is entered at the provider. */
const SECRETS = ['api_key', 'app_secret'];
/** The settings that each provider needs before it can send. */
const REQUIRED_SETTINGS: Record<string, string[]> = {
  default: ['api_key'],
  whatsapp_cloud: ['api_key', 'phone_number_id', 'business_account_id'],
};

/** A WhatsApp Business number, at the Cloud API or at a provider with its own API keys. */
export const whatsapp: Channel = {
  type: 'whatsapp',
  external: true,
  isRegistered: true,
  parameters: {
    phone_number: phoneNumber().required("can't be blank"),
    provider: oneOf(PROVIDERS),
    provider_config: providerConfig(),
    api_key: secretText(KEY_LENGTH).nullable(),
  },
  initial: {
    settings: { phone_number: null, provider: 'default' },
    webhookUrl: null,
    replyWindowHours: REPLY_WINDOW_HOURS,
    address: null,
  },
  addressParameter: 'phone_number',
  newSecrets: { webhook_verify_token: newToken },

  change(before, given) {
    const { phone_number: phoneNumber = before.settings['phone_number'] as string } = given;
    const config = changeProviderConfig(configOf(before.secrets), given, [
      'api_key',
      'phone_number_id',
      'business_account_id',
      'webhook_verify_token',
      'app_secret',
    ]);
    return {
      ...before,
      settings: {
        ...before.settings,
        ...GOOD_LOGIN,
        phone_number: phoneNumber,
        provider: given['provider'] ?? before.settings['provider'] ?? 'default',
      },
      address: phoneNumber as string,
      secrets: { ...before.secrets, provider_config: config },
    };
  },
  check() {},

  show: ({ settings, messageTemplates }, publicUrl) => ({
    phone_number: settings['phone_number'] ?? null,
    provider: settings['provider'] ?? null,
    message_templates: [...(messageTemplates ?? [])],
    webhook_error: settings['webhook_error'] ?? null,
    ...showLogin(settings),
    callback_webhook_url: `${publicUrl}/webhooks/whatsapp/${String(settings['phone_number'])}`,
  }),
  showSecrets(_, secrets) {
    const config: Attributes = { webhook_verify_token: secrets['webhook_verify_token'] ?? null, ...configOf(secrets) };
    return { provider_config: maskedIn(config, SECRETS), api_key: masked(config['api_key']) };
  },
  shown: { message_templates: list(attributesShape), webhook_error: nullable(textShape), ...loginShown },
  shownSecrets: { provider_config: attributesShape, api_key: nullable(textShape) },

  obstacle({ settings }, secrets) {
    const required = REQUIRED_SETTINGS[String(settings['provider'])] ?? [];
    const missing = required.filter((name) => !isSet(configOf(secrets)[name]));
    return missing.length === 0 ? null : `the inbox's provider_config has no ${missing.join(' and no ')}`;
  },
  sourceIds: () => byWhatsappId,
};

function configOf(secrets: Secrets): Attributes {
  return (secrets['provider_config'] ?? {}) as Attributes;
}
