import type { OauthProvider } from '../../config/oauth-providers.ts';

/** A service that an account can be connected to, without an inbox of it. */
export type IntegrationApp = {
  id: Exclude<OauthProvider, 'google' | 'microsoft' | 'whatsapp'>;
  name: string;
  description: string;
};

export const APPS: readonly IntegrationApp[] = [
  { id: 'facebook', name: 'Facebook', description: 'Keeps access to the pages of a business at Facebook.' },
  { id: 'instagram', name: 'Instagram', description: 'Keeps access to a professional account at Instagram.' },
  { id: 'linear', name: 'Linear', description: 'Keeps access to the issues of a workspace at Linear.' },
  { id: 'notion', name: 'Notion', description: 'Keeps access to the pages of a workspace at Notion.' },
  { id: 'shopify', name: 'Shopify', description: 'Keeps access to the customers and orders of a shop at Shopify.' },
  { id: 'slack', name: 'Slack', description: 'Keeps access to the channels of a workspace at Slack.' },
];
