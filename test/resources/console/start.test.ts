import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { databaseFile } from '../../../src/app.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf, reply } from '../../support/conversation-calls.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { withoutKept } from '../../support/database/without-kept.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenConversation,
  givenInbox,
  givenPlatformToken,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { onlyOn } from '../../support/only.ts';
import { KEY_FILE } from '../../support/providers/service-account.ts';
import { givenReaderToken } from '../../support/reader-token.ts';

let test: TestApp;
let now = new Date();
beforeAll(async () => {
  test = await givenApp({}, { now: () => now, jobs: false });
});
afterAll(() => test.stop());

/** The start of the account as the owner of the token gets it, the administrator unless given. */
async function start(account: TestAccount, query = '', token = account.administrator.token) {
  const { status, body, text } = await test.request('GET', `/app/start?account_id=${account.id}${query}`, { token });
  if (status !== 200) throw new Error(`cannot start: ${text}`);
  return body;
}

/** The same parts from the operations that have only one of them each. */
async function parts(account: TestAccount, query: string, token: string) {
  const get = async (path: string) => {
    const { status, body, text } = await account.call('GET', path, undefined, { token });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return body;
  };
  const { body: user } = await test.request('GET', '/api/v1/profile', { token });
  return {
    user,
    accounts: user.accounts,
    account: await get(''),
    counts: {
      meta: (await get('/conversations/meta')).meta,
      unread: (await get('/conversations/unread_counts')).payload,
    },
    notifications: { unread_count: await get('/notifications/unread_count') },
    inboxes: (await get('/inboxes')).payload,
    labels: (await get('/labels')).payload,
    members: await get('/agents'),
    teams: await get('/teams'),
    custom_views: await get('/custom_filters?filter_type=conversation'),
    dashboard_apps: await get('/dashboard_apps'),
    conversations: await get(`/conversations${query.replace('&', '?')}`),
  };
}

/** Fails unless the start has, to the byte, what the single operations answer. */
async function expectSameAsParts(account: TestAccount, query: string, token: string): Promise<void> {
  const all = await parts(account, query, token);
  const started = await start(account, query, token);
  const same = Object.fromEntries(Object.keys(all).map((name) => [name, started[name]]));
  expect(JSON.stringify(same, null, 1)).toBe(JSON.stringify(all, null, 1));
}

/** An account with something in each part, an agent with one inbox of two, and an agent with none. */
async function givenDesk() {
  const account = await givenAccount(test);
  const website = { type: 'web_widget', website_url: 'https://shop.example' };
  const shop = await givenInbox(account, website, 'Shop');
  const mail = await givenInbox(account, { type: 'api', webhook_url: 'https://bo:secret@hooks.example/in' }, 'Mail');
  const agent = await givenAgent(test, account, 'Gus Agent', { inboxes: [mail.id] });
  const newcomer = await givenAgent(test, account, 'Nina Newcomer', { inboxes: [] });
  const team = await givenTeam(account, [agent]);
  await givenTeam(account);
  await account.call('POST', '/labels', { title: 'vip', color: '#ff0000' });
  await account.call('POST', '/labels', { title: 'billing' });
  const content = [{ type: 'frame', url: 'https://orders.example/' }];
  await account.call('POST', '/dashboard_apps', { title: 'Orders', content });
  const contact = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });
  const inShop = await givenConversation(account, { inbox_id: shop.id, contact_id: contact.id, team_id: team.id });
  const inMail = await givenConversation(account, { inbox_id: mail.id, contact_id: contact.id });
  const mine = await givenConversation(account, { inbox_id: mail.id, contact_id: contact.id });
  await reply(account, inShop);
  await ask(account, inMail);
  await reply(account, inMail);
  await account.call('POST', pathOf(mine, '/assignments'), { assignee_id: agent.id });
  await account.call('POST', pathOf(inMail, '/labels'), { labels: ['vip'] });
  await account.call('POST', pathOf(mine, '/toggle_status'), { status: 'resolved' });
  const view = await account.call('POST', '/custom_filters', filter('open'), { token: agent.token });
  await account.call('POST', '/custom_filters', filter('resolved'));
  await account.call('POST', '/custom_filters', { name: 'People', filter_type: 'contact', query: {} });
  return { account, shop, mail, agent, newcomer, team, inShop, inMail, mine, view: view.body };
}

const filter = (status: string) => ({
  name: `All ${status}`,
  filter_type: 'conversation',
  query: {
    payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: [status], query_operator: null }],
  },
});

type Desk = Awaited<ReturnType<typeof givenDesk>>;

describe('GET /app/start', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await givenDesk();
  });

  it('has for an agent with one inbox what the single operations answer, kept or not', async () => {
    const { account, agent, mail } = desk;

    await expectSameAsParts(account, '', agent.token);
    await expectSameAsParts(account, '', agent.token);
    await withoutKept(test, () => expectSameAsParts(account, '', agent.token));
    const { inboxes, conversations, role } = await start(account, '', agent.token);
    expect(inboxes.map(({ id }: { id: number }) => id)).toEqual([mail.id]);
    expect(conversations.data.payload).toHaveLength(1);
    expect(role).toBe('agent');
  });

  it('has for an agent without an inbox no conversation, and what all members see', async () => {
    const { account, newcomer } = desk;

    await expectSameAsParts(account, '', newcomer.token);
    const { inboxes, conversations, labels } = await start(account, '', newcomer.token);
    expect([inboxes, conversations.data.payload]).toEqual([[], []]);
    expect(labels).toHaveLength(2);
  });

  it('has for an administrator the same, but for the secrets of inboxes', async () => {
    const { account } = desk;
    const everywhere = await givenAgent(test, account, 'Eve Everywhere');
    const all = await parts(account, '', account.administrator.token);
    const ofAgent = await parts(account, '', everywhere.token);

    const started = await start(account);

    const same = Object.fromEntries(Object.keys(all).map((name) => [name, started[name]]));
    expect(JSON.stringify(same)).toBe(JSON.stringify({ ...all, inboxes: ofAgent.inboxes }));
    const secrets = all.inboxes.flatMap(({ hmac_token: one, secret: other }: Record<string, string>) => [one, other]);
    const found = secrets.filter((secret: string | null) => secret && JSON.stringify(started).includes(secret));
    expect([secrets.some(Boolean), found]).toEqual([true, []]);
    expect(JSON.stringify(started)).not.toContain('bo:secret');
  });

  it('shows a token that may only read what it is shown elsewhere', async () => {
    const { account } = desk;
    const token = await givenReaderToken(test, account.administrator.id);

    await expectSameAsParts(account, '', token);
    const { permissions } = await start(account, '', token);
    expect(permissions.filter((name: string) => !/:(read|list)$/.test(name))).toEqual([]);
  });

  it.each([
    '&status=resolved',
    '&status=all',
    '&assignee_type=me',
    '&assignee_type=unassigned&status=all',
    '&conversation_type=unattended',
    '&conversation_type=mention',
    '&sort_by=created_at_asc&status=all',
    '&labels[]=vip',
    '&labels[]=vip&labels[]=billing',
    '&inbox_id=SHOP',
    '&inbox_id=MAIL',
    '&team_id=TEAM',
  ])('has the first page of the view that %s names', async (query) => {
    const { account, agent, shop, mail, team } = desk;
    const named = query
      .replace('SHOP', String(shop.id))
      .replace('MAIL', String(mail.id))
      .replace('TEAM', String(team.id));

    const { body } = await account.call('GET', `/conversations${named.replace('&', '?')}`);
    expect(JSON.stringify((await start(account, named)).conversations)).toBe(JSON.stringify(body));
    await expectSameAsParts(account, named, agent.token);
  });

  it('has the first page of a saved view of the caller', async () => {
    const { account, agent, view } = desk;
    const { body } = await account.call('POST', '/conversations/filter', view.query, { token: agent.token });

    const { conversations, refused } = await start(account, `&custom_view_id=${view.id}`, agent.token);

    expect(conversations).toEqual({ data: body });
    expect(body.payload).toHaveLength(1);
    expect(refused).toEqual({ conversations: null, conversation: null });
  });

  it('has a conversation with its newest messages', async () => {
    const { account, agent, inMail } = desk;
    for (let count = 0; count < 25; count += 1) await ask(account, inMail, { content: `Message ${count}` });
    const conversation = await account.call('GET', pathOf(inMail), undefined, { token: agent.token });
    const messages = await account.call('GET', pathOf(inMail, '/messages'), undefined, { token: agent.token });

    const started = await start(account, `&conversation_id=${inMail.id}`, agent.token);

    expect(JSON.stringify(started.conversation)).toBe(JSON.stringify(conversation.body));
    expect(JSON.stringify(started.messages)).toBe(JSON.stringify(messages.body));
    expect(started.messages.payload).toHaveLength(20);
    expect(started.messages.payload.at(-1).content).toBe('Message 24');
  });

  it('says why a view or a conversation is missing, and has all else', async () => {
    const { account, agent, view, inShop } = desk;
    const foreign = await givenDesk();
    const refusalsOf = async (query: string, token = agent.token) => {
      const { conversations, conversation, messages, refused, labels } = await start(account, query, token);
      expect([conversation, messages, labels.length]).toEqual([null, null, 2]);
      expect(conversations === null).toBe(refused.conversations !== null);
      return [refused.conversations, refused.conversation];
    };
    const notFound = (error: string) => ({ code: 'not_found', error, message: null });

    expect(await refusalsOf('&conversation_id=999999')).toEqual([null, notFound('Conversation not found')]);
    const deniedAt = await givenConversation(account, { inbox_id: (await givenInbox(account)).id });
    expect(await refusalsOf(`&conversation_id=${deniedAt.id}`)).toEqual([
      null,
      { code: 'access_denied', error: 'Access denied', message: expect.stringContaining('not a member of inbox') },
    ]);
    expect(await refusalsOf(`&team_id=${foreign.team.id}`)).toEqual([notFound('Team not found'), null]);
    expect(await refusalsOf(`&custom_view_id=${foreign.view.id}`)).toEqual([notFound('Custom filter not found'), null]);
    expect(await refusalsOf(`&custom_view_id=${view.id}`, account.administrator.token)).toEqual([
      notFound('Custom filter not found'),
      null,
    ]);
    expect((await start(account, `&conversation_id=${inShop.id}`, agent.token)).conversation.id).toBe(inShop.id);
  });

  it('refuses a saved view whose conditions no longer fit the account, and no contacts are a view', async () => {
    const { account } = desk;
    const query = {
      payload: [{ attribute_key: 'gone', filter_operator: 'equal_to', values: ['1'], query_operator: null }],
    };
    const views = [
      (await account.call('POST', '/custom_filters', { name: 'Gone', filter_type: 'conversation', query })).body,
      (
        await account.call('POST', '/custom_filters', {
          name: 'Odd',
          filter_type: 'conversation',
          query: { payload: 3 },
        })
      ).body,
      (await account.call('POST', '/custom_filters', { name: 'People', filter_type: 'contact', query: {} })).body,
    ];

    const refused = await Promise.all(
      views.map(async ({ id }) => (await start(account, `&custom_view_id=${id}`)).refused.conversations?.code),
    );

    expect(refused).toEqual(['invalid', 'invalid', 'not_found']);
  });
});

describe('a start', () => {
  it('is of the account in which the caller was active last, where the query names none', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test, 'Other');
    const { id, token } = account.administrator;
    await other.call('POST', '/agents', { email: account.administrator.email, name: 'Ada', role: 'agent' });
    const idOf = async () => (await test.request('GET', '/app/start', { token })).body.account.id;

    expect(await idOf()).toBe(account.id);
    await test.rows().updateTable('account_users').set({ active_at: now }).where('account_id', '=', other.id).execute();
    await test.rows().updateTable('account_users').set({ invited_email: null }).where('user_id', '=', id).execute();
    expect(await idOf()).toBe(other.id);
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', other.id).execute();
    expect(await idOf()).toBe(account.id);
  });

  it('of a new account is empty', async () => {
    const account = await givenAccount(test);

    await expectSameAsParts(account, '', account.administrator.token);
    const { inboxes, labels, teams, custom_views: views, dashboard_apps: apps, role } = await start(account);
    expect([inboxes, labels, teams, views, apps]).toEqual([[], [], [], [], []]);
    expect(role).toBe('administrator');
  });

  it('is refused without a token, to bots and programs, in suspended accounts and in those of others', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test, 'Other');
    const suspended = await givenAccount(test);
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspended.id).execute();
    const bot = await givenBot(test, account);
    const agent = await givenAgent(test, account);
    await test.rows().deleteFrom('account_users').where('user_id', '=', agent.id).execute();
    const answerTo = async (token: string | null, query: string) => {
      const { status, body } = await test.request('GET', `/app/start${query}`, { token });
      return `${status} ${body.error}`;
    };

    expect(await answerTo(null, '')).toBe('401 Unauthorized');
    expect(await answerTo('A'.repeat(32), `?account_id=${account.id}`)).toBe('401 Unauthorized');
    expect(await answerTo(bot.token, `?account_id=${account.id}`)).toBe('403 Access denied');
    expect(await answerTo(await givenPlatformToken(test), '')).toBe('403 Access denied');
    expect(await answerTo(account.administrator.token, `?account_id=${other.id}`)).toBe('404 Account not found');
    expect(await answerTo(account.administrator.token, '?account_id=0')).toBe('404 Account not found');
    expect(await answerTo(agent.token, '')).toBe('404 Account not found');
    expect(await answerTo(suspended.administrator.token, '')).toBe('401 Account is suspended');
    expect(await answerTo(account.administrator.token, '?account_id=x')).toBe('422 Validation failed');
  });

  it('has nothing of other accounts', async () => {
    const { account } = await givenDesk();
    const { account: other } = await givenDesk();

    const { user, ...started } = await start(account);
    const { user: _, ...ofOther } = await start(other);

    const ids = (part: { id: number }[]) => part.map(({ id }) => id);
    for (const name of ['inboxes', 'labels', 'members', 'teams', 'custom_views', 'dashboard_apps']) {
      expect(ids(started[name]).filter((id) => ids(ofOther[name]).includes(id))).toEqual([]);
    }
    expect(user.accounts.map(({ id }: { id: number }) => id)).toEqual([account.id]);
    expect(started.conversations.data.payload.map((one: { account_id: number }) => one.account_id)).toEqual([
      account.id,
      account.id,
    ]);
  });

  it('has the permissions of the role, by their names in the document', async () => {
    const { account, agent } = await givenDesk();

    const ofAdministrator = (await start(account)).permissions;
    const ofAgent = (await start(account, '', agent.token)).permissions;

    expect(ofAgent).toEqual(expect.arrayContaining(['conversation:list', 'message:create', 'macro:execute']));
    expect(ofAgent).not.toContain('label:write');
    expect(ofAdministrator).toEqual(expect.arrayContaining([...ofAgent, 'label:write', 'conversation:delete']));
    expect(ofAdministrator).not.toContain('platform_user:read');
  });

  it('says how many files a message may have, and how large each may be', async () => {
    const small = await givenApp({ 'server.max_files': '2', 'server.max_file_bytes': '1000' });
    const there = await givenAccount(small);
    const { body } = await small.request('GET', '/app/start', { token: there.administrator.token });
    await small.stop();

    expect(body.limits).toEqual({ files: 2, file_bytes: 1000 });
    expect((await start(await givenAccount(test))).limits).toEqual({ files: 15, file_bytes: 40_000_000 });
  });

  it('says whether messages can be translated: by the account, or by the installation', async () => {
    const { account, agent } = await givenDesk();
    const can = async () => (await start(account, '', agent.token)).can_translate;
    const settings = { project_id: 'acme-support', credentials: KEY_FILE };
    const before = await can();
    await account.call('POST', '/integrations/hooks', { app_id: 'google_translate', settings });
    const after = await can();
    const own = await givenApp({ 'translation.url': 'http://127.0.0.1:9' }, { isShared: false, jobs: false });
    const other = await givenAccount(own);
    const { token } = other.administrator;
    const { body } = await own.request('GET', `/app/start?account_id=${other.id}`, { token });
    await own.stop();

    expect([before, after, body.can_translate]).toEqual([false, true, true]);
  });

  it('says after which event to go on', async () => {
    const { account, inMail } = await givenDesk();
    const { last_event_id: before } = await start(account);

    await ask(account, inMail);

    const { body } = await account.call('GET', `/events?after=${before}`);
    const types = body.payload.map(({ event }: { event: string }) => event);
    expect(types).toContain('message_created');
    const { last_event_id: after, conversations } = await start(account);
    expect(after).toBe(body.meta.last_id);
    expect(conversations.data.payload[0].id).toBe(inMail.id);
  });

  it('has each change as soon as it is written', async () => {
    const { account, agent, inMail, mail, team } = await givenDesk();
    const nameOf = async (part: string, id: number, key = 'name') => {
      const started = await start(account, '', agent.token);
      return started[part].find((one: { id: number }) => one.id === id)?.[key];
    };
    const before = await start(account, '', agent.token);

    await account.call('PATCH', `/inboxes/${mail.id}`, { name: 'Post' });
    expect(await nameOf('inboxes', mail.id)).toBe('Post');
    await account.call('PATCH', `/teams/${team.id}`, { name: 'night shift' });
    expect(await nameOf('teams', team.id)).toBe('night shift');
    expect(await nameOf('teams', team.id, 'is_member')).toBe(true);
    await account.call('PATCH', `/teams/${team.id}/team_members`, { user_ids: [account.administrator.id] });
    expect(await nameOf('teams', team.id, 'is_member')).toBe(false);
    await account.call('PATCH', '', { name: 'Acme and Sons' });
    expect((await start(account, '', agent.token)).account.name).toBe('Acme and Sons');
    await test.request('PATCH', '/api/v1/profile', { token: agent.token, body: { ui_settings: { theme: 'dark' } } });
    expect((await start(account, '', agent.token)).user.ui_settings).toEqual({ theme: 'dark' });
    await account.call('POST', pathOf(inMail, '/assignments'), { assignee_id: agent.id });
    const { notifications, conversations } = await start(account, '', agent.token);
    expect(notifications.unread_count).toBe(before.notifications.unread_count + 1);
    expect(conversations.data.payload[0].assignee.id).toBe(agent.id);
    await account.call('DELETE', `/labels/${(await start(account)).labels[0].id}`);
    expect((await start(account, '', agent.token)).labels).toHaveLength(1);
    await test.rows().deleteFrom('inbox_members').where('user_id', '=', agent.id).execute();
    expect((await start(account, '', agent.token)).inboxes).toEqual([]);
  });

  onlyOn('sqlite', it)('has what other programs have written', async () => {
    const account = await givenAccount(test);
    await account.call('POST', '/labels', { title: 'before' });
    const { last_event_id: last } = await start(account);
    const other = new Database(databaseFile(test.app.config), { timeout: 5000 });
    other.prepare(`update labels set title = 'after' where account_id = ?`).run(account.id);
    other
      .prepare(`insert into events (account_id, type, payload, created_at) values (?, 'conversation_created', '{}', ?)`)
      .run(account.id, now.getTime());
    other.close();

    const { labels, last_event_id: later } = await start(account);

    expect(labels.map(({ title }: { title: string }) => title)).toEqual(['after']);
    expect(later).toBe(last + 1);
    expect((await start(account)).last_event_id).toBe(later);
  });

  it('shows who is online at its time', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const statusOf = async () => {
      const { members, user } = await start(account, '', agent.token);
      const own = members.find(({ id }: { id: number }) => id === agent.id).availability_status;
      return [own, user.accounts[0].availability_status];
    };
    expect(await statusOf()).toEqual(['offline', 'offline']);

    await account.call('POST', '/update_active_at', undefined, { token: agent.token });
    expect(await statusOf()).toEqual(['online', 'online']);
    expect(await statusOf()).toEqual(['online', 'online']);
    now = new Date(now.getTime() + 3_600_000);
    expect(await statusOf()).toEqual(['offline', 'offline']);
  });

  it('takes as many statements for a large account as for a small one', async () => {
    const { account, inMail } = await givenDesk();
    const query = `&conversation_id=${inMail.id}`;
    // By the third time, everything is kept that is kept at all.
    const statements = async () => {
      for (let times = 0; times < 3; times += 1) await start(account, query);
      return statementsDuring(test, () => start(account, query));
    };
    const few = await statements();

    for (let count = 0; count < 12; count += 1) {
      const inbox = await givenInbox(account);
      await ask(account, await givenConversation(account, { inbox_id: inbox.id }));
      await account.call('POST', '/labels', { title: `label-${count}` });
      await account.call('POST', '/custom_filters', filter('open'));
      await givenTeam(account);
      await ask(account, inMail);
    }
    const many = await statements();

    expect(many.length).toBe(few.length);
  });
});
