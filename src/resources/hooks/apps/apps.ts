import { PROVIDERS } from '../../../oauth/providers.ts';
import type { AppId, ConnectedProvider, IntegrationApp } from './app.ts';
import { DYTE } from './dyte.ts';
import { GOOGLE_TRANSLATE } from './google-translate.ts';
import { OPENAI } from './openai.ts';

const WITHOUT_SETTINGS = { provider: null, visible: [], schema: null, form: null };

const WEBHOOK: IntegrationApp = {
  ...WITHOUT_SETTINGS,
  id: 'webhook',
  name: 'Webhooks',
  description: 'Tells your own programs what happens.',
  logo: 'webhooks.png',
  i18nKey: 'webhooks',
  action: '/webhook',
  allowsMultipleHooks: true,
};

const DASHBOARD_APPS: IntegrationApp = {
  ...WITHOUT_SETTINGS,
  id: 'dashboard_apps',
  name: 'Dashboard Apps',
  description: 'Shows pages of your own beside conversations.',
  logo: 'dashboard_apps.png',
  i18nKey: 'dashboard_apps',
  action: null,
  allowsMultipleHooks: true,
};

/** Every app, in the order in which they are listed. */
export const APPS: readonly IntegrationApp[] = [
  WEBHOOK,
  DASHBOARD_APPS,
  OPENAI,
  connected('linear', 'Creates issues at Linear, and links them with conversations.'),
  connected('notion', 'Keeps access to the pages of a workspace at Notion.'),
  {
    ...connected('slack', 'Has conversations go on in threads of a channel at Slack.'),
    visible: ['channel_id', 'channel_name', 'problem'],
  },
  GOOGLE_TRANSLATE,
  DYTE,
  connected('shopify', 'Shows the orders of contacts at a shop.'),
  connected('facebook', 'Keeps access to the pages of a business at Facebook.'),
  connected('instagram', 'Keeps access to a professional account at Instagram.'),
];

/** The app with this id of `APP_IDS`. */
export function appOf(id: AppId): IntegrationApp {
  return APPS.find((app) => app.id === id) as IntegrationApp;
}

function connected(id: ConnectedProvider, description: string): IntegrationApp {
  return {
    ...WITHOUT_SETTINGS,
    id,
    provider: id,
    name: PROVIDERS[id].title,
    description,
    logo: `${id}.png`,
    i18nKey: id,
    action: null,
    allowsMultipleHooks: false,
  };
}
