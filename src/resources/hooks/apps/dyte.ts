import type { FormField, IntegrationApp, SettingSchema } from './app.ts';

const ID: SettingSchema = { type: 'string', minLength: 1, maxLength: 255 };
const required = (label: string, name: string): FormField => ({ label, type: 'text', name, validation: 'required' });

/** Chatwoot calls it so still; the service is RealtimeKit of Cloudflare now. */
export const DYTE: IntegrationApp = {
  id: 'dyte',
  name: 'Dyte',
  description: 'Video calls with contacts, by RealtimeKit of Cloudflare.',
  logo: 'dyte.png',
  i18nKey: 'dyte',
  action: '/dyte',
  provider: null,
  allowsMultipleHooks: false,
  visible: ['account_id', 'app_id'],
  schema: {
    type: 'object',
    properties: { account_id: ID, app_id: ID, api_token: { type: 'string', minLength: 1, maxLength: 1000 } },
    required: ['account_id', 'app_id', 'api_token'],
    additionalProperties: false,
  },
  form: [
    required('Cloudflare Account ID', 'account_id'),
    required('RealtimeKit App ID', 'app_id'),
    required('Cloudflare API Token', 'api_token'),
  ],
};
