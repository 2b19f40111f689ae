import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type PasswordHolder, passwordToken } from '../../src/resources/auth/password-token.ts';
import { openSession } from '../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../src/http/session/session-headers.ts';
import { givenApp, type RequestOptions, type TestApp } from '../support/app.ts';
import { givenAuthenticatorApp } from '../support/identity/authenticator-app.ts';
import { givenOneOfEach } from '../support/one-of-each.ts';
import { operationFor, whole } from '../support/openapi/check-answer.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenFile,
  givenInbox,
  type TestAccount,
} from '../support/factories.ts';
import { type GraphApi, givenGraphApi } from '../support/servers/graph-api.ts';
import { connect, inBrowser, keepCookie, started } from '../support/providers/connect.ts';
import { givenSamlProvider, type SamlProvider } from '../support/identity/saml.ts';
import { givenOpenidProvider, type OpenidProvider } from '../support/identity/openid.ts';
import { SHOP } from '../support/providers/integrations.ts';
import { givenOauthServer, type OauthServer } from '../support/providers/oauth.ts';
import { announce, described } from '../support/files/uploads.ts';
import { givenPublicIds } from '../support/public/public-inbox.ts';
import { PIXEL } from '../support/files/media.ts';
import { allRoutes, fill, type MountedRoute, parametersOf, rolesOf } from '../support/openapi/routes.ts';
import { givenArticle, givenPortal } from '../resources/portals/given-portal.ts';
import { quickHash } from '../support/quick-hash.ts';
import { givenSurvey } from '../support/surveys.ts';
import { givenWeb, type Web } from '../support/servers/web.ts';
import { givenLinear, type Linear } from '../support/providers/linear.ts';
import { givenOpenai } from '../support/providers/openai.ts';
import type { ProviderServer } from '../support/providers/provider-server.ts';
import { givenRealtimeKit } from '../support/providers/realtime-kit.ts';
import { givenSlack } from '../support/providers/slack.ts';
import { givenShopify } from '../support/providers/shopify.ts';
import { givenPlatform, grant, type Platform } from '../support/platform/platform.ts';
import { givenTranslator, type Translator } from '../support/servers/translator.ts';
import { isCreated } from '../support/openapi/dialect.ts';

/** The first things of an installation, to which the examples refer: each has the number 1. */
type World = {
  account: TestAccount;
  /** A program of the Platform API. */
  platform: Platform;
  /** What stands in the paths of the Platform API. */
  managed: Record<string, number>;
  /** What stands in paths, by the segment before it. */
  places: Record<string, string | number>;
  /** The same in paths of the Public API. */
  publicPlaces: Record<string, string | number>;
  /** The places of routes that need something in particular. */
  particular: Record<string, Record<string, string | number>>;
  /** The contact that the example of merging takes away. */
  twin: number;
  contactInboxId: number;
  /** The message that tells the visitor below of a video call. */
  callId: number;
  /** What stands in queries of the widget. */
  websiteToken: string;
  /** An account with a SAML provider. */
  ofJane: number;
  /** The token of a visitor there who has written. */
  visitorToken: string;
  /** Somebody with the password and the authenticator app that the examples of MFA have. */
  holder: { headers: Record<string, string>; code: string } | null;
};

let test: TestApp;
let graph: GraphApi;
let translator: Translator;
let web: Web;
let oauth: OauthServer;
let openid: OpenidProvider;
let saml: SamlProvider;
let linear: Linear;
/** Of services that are connected with settings, and of a shop. */
let services: ProviderServer<unknown>[];
let world: World;
beforeAll(async () => {
  graph = await givenGraphApi();
  translator = await givenTranslator();
  web = await givenWeb();
  oauth = await givenOauthServer();
  openid = await givenOpenidProvider();
  saml = await givenSamlProvider();
  const isGood = (token: string) => oauth.issued.some(({ access }) => access === token);
  linear = await givenLinear(isGood);
  const [openai, kit, shop] = await Promise.all([givenOpenai(), givenRealtimeKit(), givenShopify(isGood)]);
  const slack = await givenSlack(isGood);
  const channel = { id: 'C0123456789', name: 'support', is_private: false, is_member: true, is_archived: false };
  slack.channels.push(channel);
  services = [linear, openai, kit, shop, slack];
  web.reply = (_, response) => response.writeHead(200).end(PIXEL);
  test = await givenApp({
    'signup.enabled': 'true',
    'channels.whatsapp_url': graph.url,
    'translation.url': `${translator.url}/`,
    'webhooks.allowed_networks': '127.0.0.0/8',
    'metrics.allowed_networks': '127.0.0.0/8',
    'integrations.openai_url': openai.url,
    'integrations.dyte_url': kit.url,
    'oauth.linear.api_url': linear.url,
    'oauth.slack.api_url': slack.url,
    'oauth.shopify.api_url': `${shop.url}/shops/{shop}`,
    ...oauth.settings,
    ...openid.settings,
    ...openid.googleSettings,
  });
  oauth.register(test.app.installation.publicUrl);
  world = await givenWorld();
});
afterAll(async () => {
  await test.stop();
  await graph.stop();
  await translator.stop();
  await web.stop();
  await oauth.stop();
  await openid.stop();
  await saml.stop();
  for (const service of services) await service.stop();
});

async function givenWorld(): Promise<World> {
  const account = await givenAccount(test);
  const ids = await givenOneOfEach(account);
  // The examples have a label and an attribute of these names made.
  await account.call('PATCH', `/labels/${ids.labels}`, { title: 'new' });
  await account.call('PATCH', `/custom_attribute_definitions/${ids.custom_attribute_definitions}`, {
    attribute_key: 'city_of_birth',
  });
  const twin = await givenContact(account, { name: 'Twin' });
  await givenContact(account, { name: 'Known', inbox_id: ids.inboxes, source_id: 'customer-42' });
  const [key = '', filename = ''] = (await givenFile(account, ids.conversations)).split('/').slice(-2);
  const { conversation: rated } = await givenSurvey(test);
  const whatsapp = await givenWhatsapp(account);
  const website = await givenInbox(account, {
    type: 'web_widget',
    website_url: 'https://shop.example',
    identifier_proof: 'optional',
  });
  const visited = await givenVisit(account, website.website_token);
  const { body: entered } = await account.call('GET', `/contacts/${ids.contacts}`);
  const { body: call } = await account.call('POST', '/integrations/dyte/create_a_meeting', {
    conversation_id: visited.conversationId,
  });
  await connect(test, oauth, account, 'shopify', {}, SHOP);
  await connect(test, oauth, account, 'linear', {});
  await connect(test, oauth, account, 'slack', { answer: { team: { id: 'T1' } } });
  const janes = await givenJane();
  const platform = await givenPlatform(test);
  const managed = await givenManaged(platform, account);
  return {
    account,
    platform,
    managed,
    places: {
      ...ids,
      accounts: account.id,
      responses: rated.uuid,
      csat_survey: rated.uuid,
      files: key,
      ':key': filename,
      js: 'sdk.js',
      icons: '192.png',
      apps: 'slack',
      hc: ids.portals,
      ':portal_slug': 'en',
      docs: 'channels',
      api: 'label',
    },
    publicPlaces: await givenPublicIds(test, account),
    twin: twin.id,
    contactInboxId: entered.contact_inboxes[0].id,
    callId: call.id,
    websiteToken: website.website_token,
    ofJane: janes,
    visitorToken: visited.token,
    holder: null,
    particular: {
      'POST /api/v1/accounts/:account_id/contacts/:contact_id/erase': {
        contacts: (await givenContact(account, { name: 'Gone' })).id,
      },
      'POST /api/v1/accounts/:account_id/inboxes/:id/request_address_code': { inboxes: await givenWaiting(account) },
      'POST /api/v1/accounts/:account_id/inboxes/:id/verify_address': { inboxes: await givenWaiting(account) },
      'POST /api/v1/accounts/:account_id/inboxes/:id/sync_templates': { inboxes: whatsapp.id },
      'POST /api/v1/accounts/:account_id/inboxes/:id/register_webhook': { inboxes: whatsapp.id },
      'GET /api/v1/accounts/:account_id/inboxes/:id/health': { inboxes: whatsapp.id },
      'GET /api/v1/accounts/:account_id/inboxes/:id/csat_template': { inboxes: whatsapp.id },
      'POST /api/v1/accounts/:account_id/inboxes/:id/csat_template': { inboxes: whatsapp.id },
      'POST /api/v1/accounts/:account_id/inboxes/:id/csat_template/analyze': { inboxes: whatsapp.id },
      'GET /webhooks/whatsapp/:number': { whatsapp: NUMBER },
      'PATCH /api/v1/accounts/:account_id/portals/:portal_slug/archive': { portals: (await givenPortal(account)).slug },
      'DELETE /api/v1/accounts/:account_id/portals/:portal_slug/articles/:id': {
        articles: (await givenArticle(account, { slug: ids.portals })).id,
      },
      'POST /api/v1/accounts/:account_id/conversations/:conversation_id/messages/:id/retry': {
        messages: await givenFailedMessage(account, ids.conversations),
      },
      'GET /app/accounts/:account_id/conversations/:conversation_id/messages/:id/mail': {
        messages: await givenMail(account, ids.conversations),
      },
      'POST /api/v1/accounts/:account_id/webhooks/:id/deliveries/:delivery_id/redeliver': {
        deliveries: await givenFailedDelivery(account, ids.webhooks),
      },
      'PATCH /api/v1/widget/messages/:id': { messages: visited.questionId },
      'DELETE /api/v1/profile/access_tokens/:id': { access_tokens: await givenNamedToken(account) },
      'DELETE /api/v1/profile/sessions/:id': { sessions: await givenSession(account) },
      'PATCH /direct_uploads/:token': { direct_uploads: await givenAnnounced(account, ids.conversations) },
    },
  };
}

/** A visitor of the website, with a question of the team to them. */
async function givenVisit(account: TestAccount, websiteToken: string) {
  const path = `/api/v1/widget/messages?website_token=${websiteToken}`;
  const { body } = await test.request('POST', path, { body: { content: 'Hello' } });
  const question = { content: 'Who are you?', message_type: 'outgoing', content_type: 'input_text' };
  const asked = await account.call('POST', `/conversations/${body.conversation_id}/messages`, question);
  const conversationId = Number(body.conversation_id);
  return { token: String(body.widget_auth_token), questionId: Number(asked.body.id), conversationId };
}

/** Has the visitor with this token give an e-mail address. */
async function giveAddress(token: string) {
  const path = `/api/v1/widget/contact?website_token=${world.websiteToken}`;
  await test.request('PATCH', path, { body: { email: 'vera@example.com' }, headers: { 'x-auth-token': token } });
}

/** Things that the program may manage, besides the first user. */
async function givenManaged(platform: Platform, { administrator }: TestAccount) {
  const account = await givenAccount(test);
  const user = await givenAgent(test, account);
  const bot = await givenBot(test, account);
  await grant(test, platform, 'Account', account.id);
  await grant(test, platform, 'User', administrator.id, user.id);
  await grant(test, platform, 'AgentBot', bot.id);
  return { accounts: account.id, users: user.id, agent_bots: bot.id };
}

/** The id of a token of the administrator, which no request comes with. */
async function givenNamedToken({ administrator: { token } }: TestAccount): Promise<number> {
  const { body } = await test.request('POST', '/api/v1/profile/access_tokens', { token, body: { name: 'Spare' } });
  return body.id;
}

async function givenSession({ administrator }: TestAccount): Promise<number> {
  const { credential } = await openSession(test.app.tx(), administrator, new Date());
  return Number(credential.replace('session ', ''));
}

const NUMBER = '+4912345678';
const VERIFY_TOKEN = 'verify-token';

function givenWhatsapp(account: TestAccount) {
  const ids = { phone_number_id: '12345', business_account_id: '678' };
  const provider = { api_key: 'the-key', ...ids, webhook_verify_token: VERIFY_TOKEN };
  const channel = { phone_number: NUMBER, provider: 'whatsapp_cloud', provider_config: provider };
  return givenInbox(account, { type: 'whatsapp', ...channel });
}

/** An inbox that waits for an address which no other has any more. Returns its id. */
async function givenWaiting(account: TestAccount): Promise<number> {
  const email = `${randomUUID()}@example.com`;
  const { id, channel_id: channelId } = await givenInbox(account, { type: 'email', email });
  const claimed = { address: null, claimed_address: email };
  await test.rows().updateTable('channels').set(claimed).where('id', '=', channelId).execute();
  return id;
}

const JANE = { email: 'jane@example.com', password: 'Sunny-day-1' };

/** Somebody who signs up, in an account that has a SAML provider. Returns its id. */
async function givenJane(): Promise<number> {
  const signUp = { account_name: 'Sun', user_full_name: 'Jane', ...JANE };
  const { status, text } = await test.request('POST', '/api/v1/accounts', { body: signUp });
  if (!isCreated(status)) throw new Error(text);
  const { id } = await test
    .rows()
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', 'Sun')
    .executeTakeFirstOrThrow();
  await giveProvider(id);
  return id;
}

async function giveProvider(account: number): Promise<void> {
  const { sso_url, certificate, idp_entity_id } = saml.settings;
  const moments = { created_at: new Date(), updated_at: new Date() };
  await test
    .rows()
    .insertInto('saml_settings')
    .values({ account_id: account, sso_url, certificate, idp_entity_id, role_mappings: '{}' as never, ...moments })
    .execute();
}

/** Somebody whose authenticator app is in force; not yet where the route begins it, and begun where it verifies it. */
async function givenHolder(name: string): Promise<World['holder']> {
  const { id, email } = await givenAgent(test, world.account);
  const changed = { password_hash: quickHash(JANE.password) };
  await test.rows().updateTable('users').set(changed).where('id', '=', id).execute();
  const { authorization: _, ...headers } = sessionHeaders(await openSession(test.app.tx(), { id, email }, new Date()));
  if (name === 'POST /api/v1/profile/mfa') return { headers, code: '' };
  const { body } = await test.request('POST', '/api/v1/profile/mfa', { headers });
  const app = givenAuthenticatorApp(body.provisioning_url);
  const [now, next] = [app.code(new Date()), app.code(new Date(), 1)];
  if (name === 'POST /api/v1/profile/mfa/verify') return { headers, code: now };
  await test.request('POST', '/api/v1/profile/mfa/verify', { headers, body: { otp_code: now } });
  return { headers, code: next };
}

/** What the provider of Jane's account has the browser send. */
async function samlResponse(): Promise<string> {
  const begun = await test.request('GET', `/auth/saml?account_id=${world.ofJane}`, { headers: inBrowser() });
  keepCookie(begun);
  return saml.answer(begun.headers.get('location')!, { email: `${randomUUID()}@example.com` });
}

async function samlTicket(): Promise<string> {
  const body = { SAMLResponse: await samlResponse() };
  const { headers } = await test.request('POST', '/auth/saml/callback', { body });
  return new URL(headers.get('location')!).searchParams.get('ticket')!;
}

/** What the link in the mail has, which lets choose a password once. */
async function resetToken(): Promise<string> {
  const { id, passwordHash } = await test
    .rows()
    .selectFrom('users')
    .select(['id', 'password_hash as passwordHash'])
    .where('email', '=', JANE.email)
    .executeTakeFirstOrThrow();
  return tokenOf({ id, email: JANE.email, passwordHash });
}

/** What the link in the mail has that welcomes an agent. */
async function welcomeToken(): Promise<string> {
  const { id, email } = await givenAgent(test, world.account);
  return tokenOf({ id, email, passwordHash: null });
}

const tokenOf = (holder: PasswordHolder) =>
  passwordToken(test.app.installation.vault, holder, new Date(Date.now() + 3_600_000));

/** What is at the end of the address that takes an empty file. */
async function givenAnnounced(account: TestAccount, conversation: number): Promise<string> {
  const { direct_upload } = await announce(account, { id: conversation }, described(''));
  return direct_upload.url.split('/').at(-1);
}

/** A message with the HTML of a mail. */
async function givenMail(account: TestAccount, conversation: number | string): Promise<number> {
  const email = { html_content: { full: '<p>Hello</p>' } };
  const { body } = await account.call('POST', `/conversations/${conversation}/messages`, {
    content: 'Hello',
    message_type: 'incoming',
    content_type: 'incoming_email',
    content_attributes: { email },
  });
  return body.id;
}

async function givenFailedMessage(account: TestAccount, conversation: number): Promise<number> {
  const path = `/conversations/${conversation}/messages`;
  const { body } = await account.call('POST', path, { content: 'Lost', message_type: 'outgoing' });
  await account.call('PATCH', `${path}/${body.id}`, { status: 'failed' });
  return body.id;
}

/** Another delivery of the newest event to the webhook, which has failed. */
async function givenFailedDelivery(account: TestAccount, webhook: number): Promise<number> {
  const { body } = await account.call('GET', `/webhooks/${webhook}/deliveries`);
  const now = new Date();
  const { id } = await test
    .rows()
    .insertInto('deliveries')
    .values({
      account_id: account.id,
      event_id: body.payload[0].event_id,
      receiver_type: 'Webhook',
      receiver_id: webhook,
      lane: 'contact:1',
      status: 'exhausted',
      created_at: now,
      finished_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('the example of every operation', () => {
  const requests = allRoutes()
    // The socket: cable/protocol.test.ts.
    .filter(({ answer }) => answer.status !== 101)
    // Mail servers have a password, and send no JSON: channels/receiving/email.test.ts.
    .filter(({ path }) => path !== '/rails/action_mailbox/relay/inbound_emails')
    // Slack signs what it tells: resources/integrations/slack.test.ts.
    .filter(({ path }) => path !== '/api/v1/integrations/webhooks')
    // A code is good once, and of a window of Meta: resources/authorizations/whatsapp.test.ts.
    .filter(({ path }) => !path.endsWith('/whatsapp/authorization'))
    // It is over where there is an account: resources/setup/setup.test.ts.
    .filter(({ path }) => path !== '/app/setup')
    .toSorted((a, b) => removal(a) - removal(b))
    .flatMap((route) => {
      const operation = operationFor(route.method, route.path)!;
      const contents = Object.entries((operation.requestBody?.content ?? {}) as Record<string, { example?: object }>);
      const examples = contents.flatMap(([type, { example }]) => (example ? [{ type, example }] : []));
      const sent: (Example | null)[] = examples.length > 0 ? examples : [null];
      return sent.map(
        (example) =>
          [`${route.method} ${route.path}`, example?.type ?? 'nothing', { route, operation, example }] as const,
      );
    });

  it.each(requests)('%s with %s is answered with its success', async (name, _, { route, operation, example }) => {
    await makeRoom(name);
    world.holder = route.path.startsWith('/api/v1/profile/mfa') ? await givenHolder(name) : null;
    const isPublic = route.path.startsWith('/public/');
    const isManaged = route.path.startsWith('/platform/');
    const particular = {
      ...(isPublic && world.publicPlaces),
      ...(isManaged && world.managed),
      ...world.particular[name],
    };
    const places = { ...world.places, ...particular };
    const path = fill(
      route,
      parametersOf(route).map(({ segment }) => places[segment]!),
    );
    const query = (await consentAt(route)) ?? (await queryOf(whole(operation.parameters) as Parameter[]));
    const body = example ? await bodyOf(example) : undefined;

    const { status, text } = await test.request(route.method, `${path}${query}`, {
      headers: inBrowser(),
      ...(await caller(route)),
      body,
    });

    expect([status, text]).toEqual([route.answer.status, text]);
  });
});

type Example = { type: string; example: object };
type Parameter = { name: string; in: string; required?: boolean; example?: unknown };

async function queryOf(parameters: Parameter[]): Promise<string> {
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const pairs = await Promise.all(
    needed.map(
      async ({ name, example }) => `${name}=${name === 'account_id' ? world.ofJane : await known(name, example)}`,
    ),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** What somebody comes back with from a provider where they have consented; null for other routes. */
async function consentAt({ path }: MountedRoute): Promise<string | null> {
  const [, start] = /^(\/(?:auth|omniauth)\/(?:oidc|google_oauth2))\/callback$/.exec(path) ?? [];
  if (start !== undefined) {
    const begun = await test.request('GET', start, { headers: inBrowser() });
    keepCookie(begun);
    return (await openid.signIn(begun.headers.get('location')!, { email: world.account.administrator.email })).search;
  }
  const [, provider] = /^\/(\w+)\/callback$/.exec(path) ?? [];
  // What Twilio tells is of messages.
  if (provider === undefined || provider === 'twilio') return null;
  const url = await started(world.account, provider, provider === 'shopify' ? SHOP : {});
  return (await oauth.consent(url, { email: `${provider}@example.com` })).search;
}

/** The example as it is sent: what stands for a file is one. */
async function bodyOf({ type, example }: Example): Promise<object> {
  const fields = await Promise.all(
    Object.entries(example).map(async ([name, value]) => [name, await known(name, value)] as const),
  );
  if (type !== 'multipart/form-data') return Object.fromEntries(fields);
  const form = new FormData();
  for (const [name, value] of fields.flatMap(([key, all]) => [all].flat().map((one) => [key, one] as const))) {
    const [, file] = /^\(the bytes of (.+)\)$/.exec(String(value)) ?? [];
    if (file === undefined) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    else form.append(name, fileLike(file), file);
  }
  return form;
}

/** The value, or what can be known only now. */
async function known(name: string, value: unknown): Promise<unknown> {
  if (name === 'confirmation_token') return welcomeToken();
  if (name === 'message_id') return world.callId;
  if (name === 'otp_code') return world.holder?.code;
  if (name === 'external_url') return `${web.url}/picture.png`;
  if (name === 'website_token') return world.websiteToken;
  if (name === 'mergee_contact_id') return world.twin;
  if (name === 'contact_inbox_id') return world.contactInboxId;
  if (name === 'hub.verify_token') return VERIFY_TOKEN;
  if (name === 'SAMLResponse') return samlResponse();
  if (name === 'ticket') return samlTicket();
  return name === 'reset_password_token' ? resetToken() : value;
}

/** A file that is what its name says. */
function fileLike(name: string): Blob {
  if (name.endsWith('.csv')) return new Blob(['name,email\nCarla,carla@example.com\n'], { type: 'text/csv' });
  return new Blob([new Uint8Array(PIXEL)], { type: 'image/png' });
}

/** Who may do it: the administrator, unless it takes their token away. */
async function caller({ path, permission, entrance }: MountedRoute): Promise<RequestOptions> {
  const roles: readonly string[] = rolesOf({ permission });
  if (entrance.caller === 'visitor') {
    // The visitor has named somebody else by now, and may remove nothing of them.
    const isMailed = path.endsWith('/conversations/transcript');
    const isNew = isMailed || path.endsWith('/contact/destroy_custom_attributes');
    const visit = isNew ? await givenVisit(world.account, world.websiteToken) : { token: world.visitorToken };
    if (isMailed) await giveAddress(visit.token);
    return { headers: { 'x-auth-token': visit.token } };
  }
  if (roles.includes('anyone')) return {};
  if (roles.includes('platform_app')) return { token: world.platform.token };
  if (world.holder) return { headers: world.holder.headers };
  if (path === '/auth/sign_out') return { headers: await session() };
  const takesToken = path.endsWith('/profile/reset_access_token');
  return { token: takesToken ? (await givenAgent(test, world.account)).token : world.account.administrator.token };
}

/** The headers of somebody who has signed in. */
async function session(): Promise<Record<string, string>> {
  const { headers } = await test.request('POST', '/auth/sign_in', { body: JANE });
  return Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']));
}

/** What an example makes, it makes once: where it comes in several forms, what the former made goes out of its way. */
async function makeRoom(name: string): Promise<void> {
  if (name.endsWith('/accounts/:account_id/saml_settings')) {
    await test.rows().deleteFrom('saml_settings').where('account_id', '=', world.account.id).execute();
    if (!name.startsWith('POST')) await giveProvider(world.account.id);
  }
  if (name === 'POST /api/v1/accounts/:account_id/portals') {
    await test.rows().deleteFrom('portals').where('slug', '=', 'acme-help').execute();
  }
  if (name.includes('/integrations/')) await makeServicesReady(name);
  if (name === 'POST /api/v1/accounts/:account_id/contacts') {
    await test.rows().updateTable('contacts').set({ email: null, phone_number: null }).execute();
  }
}

/** What other examples have switched off, or lack: the hook of OpenAI, the address of the contact, an issue and its link. */
async function makeServicesReady(name: string): Promise<void> {
  const { id } = world.account;
  const hooks = () => test.rows().selectFrom('hooks').where('account_id', '=', id);
  await test.rows().updateTable('hooks').set({ enabled: true }).where('account_id', '=', id).execute();
  await test.rows().updateTable('contacts').set({ email: 'first@example.com' }).where('id', '=', 1).execute();
  if (name.endsWith('POST /api/v1/accounts/:account_id/integrations/hooks')) {
    await test.rows().deleteFrom('hooks').where('account_id', '=', id).where('app_id', '=', 'openai').execute();
  }
  if (name.endsWith('/process_event')) {
    const openai = await hooks().select('id').where('app_id', '=', 'openai').executeTakeFirstOrThrow();
    world.particular[name] = { hooks: openai.id };
  }
  const issue = { id: 'issue-42', identifier: 'ENG-42', title: 'Checkout fails', description: null };
  const url = `${test.app.installation.publicUrl}/app/accounts/${id}/conversations/1`;
  linear.issues.splice(0, Infinity, issue);
  linear.links.set('2f1a6e2c-6f0b-4b6e-9f52-0b7c1d2e3f40', { url, issue, title: null });
}

/** What is removed cannot be tried any more, nor what was in it: the deepest goes first, and contacts and inboxes last. */
function removal({ method, path }: MountedRoute): number {
  if (method !== 'DELETE') return path.endsWith('/destroy_all') ? 100 : 0;
  // Takes bots with it.
  if (path === '/platform/api/v1/accounts/:id') return 60;
  return path.endsWith('/contacts/:id') || path.endsWith('/inboxes/:id') ? 100 : 50 - path.split('/').length;
}
