import type { Person } from './oauth.ts';

/** A shop at Shopify. */
export const SHOP = { shop_domain: 'acme.myshopify.com' };

/** What is connected at a provider, what the request needs, and what is shown of it. */
export type Integration = { person: Person; body?: object; reference: string | null; settings: object };
export const INTEGRATIONS: Record<string, Integration> = {
  notion: {
    person: { answer: { workspace_id: 'w-1', workspace_name: 'Acme', bot_id: 'b-1', owner: { user: {} } } },
    reference: 'w-1',
    settings: { workspace_id: 'w-1', workspace_name: 'Acme', bot_id: 'b-1' },
  },
  linear: { person: { answer: { scope: ['read', 'write'] } }, reference: null, settings: { scope: 'read write' } },
  slack: {
    person: {
      answer: {
        team: { id: 'T1', name: 'Acme' },
        scope: 'commands,chat:write',
        incoming_webhook: { url: 'https://hooks.slack.example/secret' },
      },
    },
    reference: 'T1',
    settings: { team_id: 'T1', team_name: 'Acme', scope: 'commands,chat:write' },
  },
  shopify: {
    person: { answer: { scope: 'read_orders' } },
    body: SHOP,
    reference: 'acme.myshopify.com',
    settings: { scope: 'read_orders' },
  },
  instagram: { person: { answer: { user_id: 17_841 } }, reference: '17841', settings: { user_id: '17841' } },
  facebook: { person: {}, reference: null, settings: {} },
};
