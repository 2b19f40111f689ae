import type { OauthProvider } from '../config/oauth-providers.ts';
import { DAY, HOUR, MINUTE } from '../time.ts';

/** What is particular to a provider. */
export type ProviderFacts = {
  /** As people know it. */
  title: string;
  scopes: readonly string[];
  /** The separator of scopes in the address. */
  separator: ' ' | ',';
  /** Further parameters of the address for consent. */
  consent: Readonly<Record<string, string>>;
  /** How requests for tokens are sent, and where this installation's own id and secret are in them. */
  asks: 'form' | 'json with basic authentication';
  /** Headers of requests for tokens. */
  headers: Readonly<Record<string, string>>;
  /** How a new access token is asked for: with a refresh token, or with the present token at another address. */
  renews: 'refresh token' | 'exchange' | 'instagram';
  /** How long before it expires. */
  renewsBeforeMs: number;
  /** How long an access token is good where the provider does not say; null = for ever. */
  usualLifeMs: number | null;
  /** How a token is revoked at its `revoke_url`. */
  revokes: 'token in form' | 'token in json' | 'bearer' | 'delete with shopify header' | 'delete with parameter';
  /** The texts in its answer that are kept beside the tokens: dots lead into objects. */
  details: readonly string[];
  /** The detail that identifies the connected thing; null = none. */
  reference: string | null;
};

const USUAL = {
  separator: ' ',
  consent: {},
  asks: 'form',
  headers: {},
  renews: 'refresh token',
  renewsBeforeMs: 5 * MINUTE,
  usualLifeMs: null,
  revokes: 'token in form',
  details: [],
  reference: null,
} as const;
const META = {
  separator: ',',
  renews: 'exchange',
  renewsBeforeMs: 10 * DAY,
  revokes: 'delete with parameter',
} as const;

export const PROVIDERS: Record<OauthProvider, ProviderFacts> = {
  google: {
    ...USUAL,
    title: 'Google',
    scopes: ['email', 'profile', 'https://mail.google.com/', 'openid'],
    // Only then is there a refresh token, also the second time.
    consent: { access_type: 'offline', prompt: 'consent' },
    usualLifeMs: HOUR,
  },
  microsoft: {
    ...USUAL,
    title: 'Microsoft',
    scopes: [
      'offline_access',
      'https://outlook.office.com/IMAP.AccessAsUser.All',
      'https://outlook.office.com/SMTP.Send',
      'openid',
      'profile',
      'email',
    ],
    consent: { prompt: 'consent' },
    usualLifeMs: HOUR,
  },
  whatsapp: { ...USUAL, ...META, title: 'WhatsApp', scopes: ['whatsapp_business_management'] },
  notion: {
    ...USUAL,
    title: 'Notion',
    scopes: [],
    consent: { owner: 'user' },
    asks: 'json with basic authentication',
    headers: { 'notion-version': '2022-06-28' },
    revokes: 'token in json',
    details: ['workspace_id', 'workspace_name', 'workspace_icon', 'bot_id'],
    reference: 'workspace_id',
  },
  linear: {
    ...USUAL,
    title: 'Linear',
    scopes: ['read', 'write'],
    separator: ',',
    consent: { prompt: 'consent' },
    details: ['scope'],
  },
  slack: {
    ...USUAL,
    title: 'Slack',
    scopes: [
      'commands',
      'chat:write',
      'chat:write.customize',
      'users:read',
      'users:read.email',
      'files:read',
      'files:write',
      'channels:read',
      'channels:manage',
      'channels:join',
      'channels:history',
      'groups:read',
      'groups:write',
      'groups:history',
      'im:write',
      'im:history',
      'mpim:write',
      'mpim:history',
    ],
    separator: ',',
    revokes: 'bearer',
    details: ['team.id', 'team.name', 'bot_user_id', 'app_id', 'scope'],
    reference: 'team.id',
  },
  shopify: {
    ...USUAL,
    title: 'Shopify',
    scopes: ['read_customers', 'read_orders', 'read_fulfillments'],
    separator: ',',
    revokes: 'delete with shopify header',
    details: ['scope'],
  },
  instagram: {
    ...USUAL,
    ...META,
    title: 'Instagram',
    scopes: ['instagram_business_basic', 'instagram_business_manage_messages'],
    consent: { enable_fb_login: '0', force_authentication: '1' },
    renews: 'instagram',
    // Until the exchange for a token of 60 days.
    usualLifeMs: HOUR,
    details: ['user_id'],
    reference: 'user_id',
  },
  facebook: {
    ...USUAL,
    ...META,
    title: 'Facebook',
    scopes: [
      'pages_manage_metadata',
      'pages_messaging',
      'pages_show_list',
      'pages_read_engagement',
      'business_management',
    ],
  },
};
