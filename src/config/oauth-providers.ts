/** The providers at which an application can be registered, by the names of their settings and paths. */
export const OAUTH_PROVIDERS = [
  'google',
  'microsoft',
  'whatsapp',
  'notion',
  'linear',
  'slack',
  'shopify',
  'instagram',
  'facebook',
] as const;
export type OauthProvider = (typeof OAUTH_PROVIDERS)[number];
