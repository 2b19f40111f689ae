import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';
import { givenContact, givenInbox, type TestAccount } from './factories.ts';
import { DYTE_SETTINGS } from './providers/realtime-kit.ts';

/** Things that need nothing else to exist: by path segment, the name in errors, and the body that creates one. */
const SIMPLE = {
  agent_bots: ['Agent bot', { name: 'Bo Bot' }],
  agent_capacity_policies: ['Agent capacity policy', { name: 'Few' }],
  agents: ['Agent', { name: 'Gus Agent', email: 'gus@example.com' }],
  assignment_policies: ['Assignment policy', { name: 'In turn' }],
  automation_rules: [
    'Automation rule',
    {
      name: 'Calm',
      event_name: 'conversation_created',
      active: false,
      actions: [{ action_name: 'mute_conversation' }],
    },
  ],
  bulk_actions: ['Bulk action', { type: 'Conversation', ids: [1], fields: { priority: 'low' } }],
  canned_responses: ['Canned response', { short_code: 'hi', content: 'Hello!' }],
  custom_attribute_definitions: [
    'Custom attribute definition',
    { attribute_display_name: 'Plan', attribute_key: 'plan', attribute_model: 'contact_attribute' },
  ],
  custom_filters: ['Custom filter', { name: 'Mine', filter_type: 'contact', query: { payload: [] } }],
  dashboard_apps: ['Dashboard app', { title: 'Shop', content: [{ type: 'frame', url: 'https://shop.example.com' }] }],
  labels: ['Label', { title: 'vip' }],
  macros: ['Macro', { name: 'Close', actions: [{ action_name: 'resolve_conversation' }] }],
  teams: ['Team', { name: 'support' }],
  webhooks: ['Webhook', { url: 'https://hooks.example.com/' }],
} as const;
type Simple = keyof typeof SIMPLE;

/** The names of things in errors, by the path segment before their ids. */
export const NAMES = {
  ...(Object.fromEntries(Object.entries(SIMPLE).map(([segment, [name]]) => [segment, name])) as Record<Simple, string>),
  articles: 'Article',
  campaigns: 'Campaign',
  categories: 'Category',
  contacts: 'Contact',
  conversations: 'Conversation',
  csat_survey_responses: 'Survey response',
  deliveries: 'Delivery',
  erasures: 'Erasure',
  hooks: 'Hook',
  inbox_limits: 'Inbox limit',
  inbox_members: 'Inbox',
  inboxes: 'Inbox',
  messages: 'Message',
  notes: 'Note',
  notifications: 'Notification',
  portals: 'Portal',
  // Those with a capacity policy.
  users: 'Agent',
} as const;
export type Segment = keyof typeof NAMES;

/** The id of one thing of each kind, by path segment; of the conversation, its number, and of the portal, its name in addresses. */
export type OneOfEach = Record<Exclude<Segment, 'portals'>, number> & { portals: string };

/**
 * Creates one thing of each kind, but as many conversations and campaigns as `conversations` says, of which the last is
 * returned, and one conversation before them that the notification is about.
 */
export async function givenOneOfEach(account: TestAccount, conversations = 1): Promise<OneOfEach> {
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const create = (path: string, body: object) => idOf(account, path, body);
  const notification = await notificationIn(
    account,
    await create('/conversations', { inbox_id: inbox.id, contact_id: contact.id }),
  );

  let conversation = 0;
  for (let count = 0; count < conversations; count += 1) {
    conversation = await create('/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  }
  const simple: Partial<OneOfEach> = {};
  for (const [segment, [, body]] of Object.entries(SIMPLE)) {
    simple[segment as Simple] = await create(`/${segment}`, withNewEmail(body));
  }
  const website = await givenInbox(account, { type: 'web_widget', website_url: 'https://shop.example.com' });
  const campaign = {
    title: 'Prices',
    message: 'Any questions?',
    inbox_id: website.id,
    trigger_rules: { url: 'https://shop.example.com/*' },
  };
  // They are numbered within the account, as conversations are.
  let campaignNumber = 0;
  for (let count = 0; count < conversations; count += 1) campaignNumber = await create('/campaigns', campaign);
  const message = await create(`/conversations/${conversation}/messages`, {
    content: 'Hello',
    message_type: 'outgoing',
  });
  const capacity = `/agent_capacity_policies/${simple.agent_capacity_policies}`;
  const user = await create('/agents', withNewEmail({ email: '' }));
  await create(`${capacity}/users`, { user_id: user });
  await create(`/inboxes/${inbox.id}/assignment_policy`, { assignment_policy_id: simple.assignment_policies });
  return {
    ...(simple as Record<Simple, number>),
    inbox_limits: await create(`${capacity}/inbox_limits`, { inbox_id: website.id, conversation_limit: 1 }),
    users: user,
    campaigns: campaignNumber,
    inboxes: inbox.id,
    inbox_members: inbox.id,
    contacts: contact.id,
    conversations: conversation,
    hooks: await create('/integrations/hooks', { app_id: 'dyte', settings: DYTE_SETTINGS }),
    csat_survey_responses: await givenRating(account),
    erasures: await create(`/contacts/${(await givenContact(account)).id}/erase`, {}),
    messages: message,
    deliveries: await deliveryTo(account, simple.webhooks),
    ...(await givenHelpCentre(account)),
    notes: await create(`/contacts/${contact.id}/notes`, { content: 'Likes tea' }),
    notifications: notification,
  };
}

/** A portal with a category and an article, of which the ids are their names in addresses too. */
async function givenHelpCentre(account: TestAccount): Promise<Pick<OneOfEach, 'portals' | 'categories' | 'articles'>> {
  made += 1;
  const portal = `help-${made}-${account.id}`;
  const config = { allowed_locales: ['en', 'de'] };
  await idOf(account, '/portals', { name: 'Help', slug: portal, custom_domain: `${portal}.example.com`, config });
  const path = `/portals/${portal}`;
  const category = await idOf(account, `${path}/categories`, { name: 'Payments' });
  await account.call('PATCH', `${path}/categories/${category}`, { slug: String(category) });
  const written = { title: 'How to pay', status: 'published', category_id: category };
  const article = await idOf(account, `${path}/articles`, written);
  await account.call('PATCH', `${path}/articles/${article}`, { slug: String(article) });
  return { portals: portal, categories: category, articles: article };
}

/** Waits until the jobs that they started have changed their rows. */
export async function finished(account: TestAccount, { bulk_actions, erasures }: OneOfEach): Promise<void> {
  for (const path of [`/bulk_actions/${bulk_actions}`, `/erasures/${erasures}`]) {
    await eventually(
      () => account.call('GET', path),
      ({ body }) => body.status === 'done',
    );
  }
}

const TABLES = [
  'account_users',
  'agent_bots',
  'articles',
  'agent_capacity_policies',
  'assignment_policies',
  'automation_rules',
  'blobs',
  'bulk_actions',
  'campaigns',
  'canned_responses',
  'categories',
  'contacts',
  'conversations',
  'csat_survey_responses',
  'custom_attribute_definitions',
  'custom_filters',
  'dashboard_apps',
  'events',
  'hooks',
  'inboxes',
  'labels',
  'macros',
  'messages',
  'notes',
  'notifications',
  'portals',
  'teams',
  'webhooks',
] as const;

/** The account's rows in the tables of `TABLES`, by table, to see whether anything changed there. */
export async function rowsOf(test: TestApp, account: TestAccount): Promise<unknown> {
  const rows = await Promise.all(
    TABLES.map((table) =>
      test
        .rows()
        .selectFrom(table)
        .selectAll()
        .where('account_id' as never, '=', account.id as never)
        .orderBy('id')
        .execute(),
    ),
  );
  return Object.fromEntries(TABLES.map((table, index) => [table, rows[index]]));
}

/** The webhook's delivery of the message. */
async function deliveryTo(account: TestAccount, webhook: number | undefined): Promise<number> {
  const { body } = await account.call('GET', `/webhooks/${webhook}/deliveries`);
  return body.payload[0].id;
}

/** The administrator's notification of a message in the conversation, which is assigned to them. */
async function notificationIn(account: TestAccount, conversation: number): Promise<number> {
  await account.call('POST', `/conversations/${conversation}/assignments`, { assignee_id: account.administrator.id });
  await account.call('POST', `/conversations/${conversation}/messages`, { content: 'Hello', message_type: 'incoming' });
  const { body } = await account.call('GET', '/notifications');
  return body.data.payload[0].id;
}

/** What a contact answered to a survey. */
async function givenRating(account: TestAccount): Promise<number> {
  const inbox = await givenInbox(account);
  await account.call('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: true });
  const asked = { inbox_id: inbox.id, contact_id: (await givenContact(account)).id };
  const { body: conversation } = await account.call('POST', '/conversations', asked);
  const path = `/conversations/${conversation.id}`;
  await account.call('POST', `${path}/messages`, { content: 'Hello', message_type: 'incoming' });
  await account.call('POST', `${path}/toggle_status`, { status: 'resolved' });
  await account.rate(conversation, 5);
  const { body } = await account.call('GET', '/csat_survey_responses');
  return body[0].id;
}

let made = 0;

/** The body with a new e-mail address if it has one: no two users of the installation may have the same. */
function withNewEmail(body: object): object {
  made += 1;
  return 'email' in body ? { ...body, email: `gus${made}-${Date.now()}@example.com` } : body;
}

async function idOf(account: TestAccount, path: string, body: object): Promise<number> {
  const answer = await account.call('POST', path, body);
  // Agents are answered with 200, as Chatwoot does.
  if (answer.status > 201) throw new Error(`cannot create at ${path}: ${answer.text}`);
  return answer.body.id ?? answer.body.payload.id;
}
