import type { OauthProvider } from '../../../config/oauth-providers.ts';

/** The providers that accounts are connected to without an inbox of theirs. */
export type ConnectedProvider = Exclude<OauthProvider, 'google' | 'microsoft' | 'whatsapp'>;

export const APP_IDS = [
  'webhook',
  'dashboard_apps',
  'openai',
  'linear',
  'notion',
  'slack',
  'google_translate',
  'dyte',
  'shopify',
  'facebook',
  'instagram',
] as const;
export type AppId = (typeof APP_IDS)[number];

/** A setting of an app, in JSON Schema. */
export type SettingSchema = { type: 'string' | 'object'; minLength?: number; maxLength?: number; enum?: string[] };

/** The settings of an app, in JSON Schema. */
export type SettingsSchema = {
  type: 'object';
  properties: Record<string, SettingSchema>;
  required: readonly string[];
  additionalProperties: false;
};

/** A field of the form in which an administrator enters the settings, as Chatwoot's clients draw it. */
export type FormField = {
  label: string;
  type: 'text' | 'textarea';
  name: string;
  validation: string;
  validationName?: string;
};

/** Another service that accounts can use, or with `webhook` and `dashboard_apps` a way to add one's own. */
export type IntegrationApp = {
  id: AppId;
  name: string;
  description: string;
  /** The file of its picture in Chatwoot's clients. */
  logo: string;
  /** What Chatwoot's clients call its texts. */
  i18nKey: string;
  /** The app's settings page in Chatwoot's clients; null = none, or the app is connected at its provider. */
  action: string | null;
  /** Where the account is connected; null = it is not. */
  provider: ConnectedProvider | null;
  allowsMultipleHooks: boolean;
  /** The settings that administrators see; the others are secret. */
  visible: readonly string[];
  /** Null = it has none. */
  schema: SettingsSchema | null;
  form: readonly FormField[] | null;
};
