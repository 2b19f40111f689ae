import { givenAccount, givenAgent, givenAgentOnline, givenInbox, type TestAccount } from '../../support/factories.ts';
import { type Chat, openChat } from './chat.ts';
import type { HostOptions, Hosts } from './host-page.ts';

/** A shop whose visitors write to its team; its pages are opened with `open`. */
export type Shop = {
  account: TestAccount;
  inbox: { id: number; website_token: string; web_widget_script: string };
  /** Those who answer; the first of them writes what `Chat.answer` says. */
  agents: { id: number; name: string; token: string }[];
  open(options?: HostOptions): Promise<Chat>;
};

export type ShopOptions = {
  /** Added to the channel of the inbox. */
  channel?: object;
  /** Added to the settings of the inbox. */
  settings?: object;
  isOnline?: boolean;
};

const NAMES = ['Maya Lindqvist', 'Tomás Herrera', 'Priya Raman'];
const CHANNEL = {
  type: 'web_widget',
  website_url: 'https://shop.example.com',
  welcome_title: 'Hello, how can we help?',
  welcome_tagline: 'Ask us about an order, a delivery, or which oil your table would like.',
  widget_color: '#1f7a5c',
};
const SETTINGS = { enable_email_collect: false, csat_survey_enabled: true, allow_messages_after_resolved: false };

export async function givenShop(hosts: Hosts, { channel, settings, isOnline = true }: ShopOptions = {}): Promise<Shop> {
  const account = await givenAccount(hosts.test, 'Juniper & Oak');
  const giveAgent = isOnline ? givenAgentOnline : givenAgent;
  const agents = [];
  for (const name of NAMES) agents.push(await giveAgent(hosts.test, account, name));
  const inbox = await givenInbox(account, { ...CHANNEL, ...channel }, 'Juniper & Oak');
  await account.call('PATCH', `/inboxes/${inbox.id}`, { ...SETTINGS, ...settings });
  const shop: Shop = {
    account,
    inbox,
    agents,
    open: async (options) => openChat(shop, await hosts.open({ hasApp: true, ...options, inbox })),
  };
  return shop;
}
