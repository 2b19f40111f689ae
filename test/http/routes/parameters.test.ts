import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, pathOf, reply, shown } from '../../support/conversation-calls.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { isCreated } from '../../support/openapi/dialect.ts';
import { givenPlatform } from '../../support/platform/platform.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenConversation,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

async function givenNamed(account: TestAccount, ...names: string[]) {
  for (const name of names) await givenContact(account, { name });
}

const namesIn = ({ payload }: { payload: { name: string }[] }) => payload.map(({ name }) => name);

describe('query and body', () => {
  it.each([
    ['a list', '[]'],
    ['an object that is nested too deep to be stored', '{"a":'.repeat(120) + '1' + '}'.repeat(120)],
  ])('are not looked at where a route has no parameters: %s', async (_, body) => {
    const account = await givenAccount(test);
    const { body: label } = await account.call('POST', '/labels', { title: 'urgent' });
    const headers = { 'content-type': 'application/json' };

    expect((await account.call('DELETE', `/labels/${label.id}`, body, { headers })).status).toBe(200);
  });

  it.each([
    ['JSON', { sort: '-name', per_page: 2 }],
    ['a multipart form', formOf({ sort: '-name', per_page: '2' })],
    ['an urlencoded form', new URLSearchParams({ sort: '-name', per_page: '2' })],
  ])('give a GET its parameters together, also in %s', async (_, body) => {
    const account = await givenAccount(test);
    await givenNamed(account, 'A', 'B', 'C');

    const first = await account.call('GET', '/contacts?sort=name', body);
    const second = await account.call('GET', '/contacts?page=2', body);

    expect([namesIn(first.body), namesIn(second.body)]).toEqual([['C', 'B'], ['A']]);
    expect(second.body.meta).toEqual({ count: 3, current_page: 2 });
  });

  it('do not change what the same query gives without a body', async () => {
    const account = await givenAccount(test);
    await givenNamed(account, 'A', 'B');
    const list = async (body?: object) => namesIn((await account.call('GET', '/contacts?sort=name', body)).body);

    expect(await list()).toEqual(['A', 'B']);
    expect(await list({ per_page: 1 })).toEqual(['A']);
    expect(await list({ shoe_size: 43 })).toEqual(['A', 'B']);
    expect(await list()).toEqual(['A', 'B']);
  });

  it('are checked alike', async () => {
    const account = await givenAccount(test);

    const wrong = await account.call('GET', '/conversations', { status: 'weird', page: 0 });
    const broken = await account.call('GET', '/contacts', '{', { headers: { 'content-type': 'application/json' } });
    const list = await account.call('GET', '/contacts', []);

    expect([wrong.status, wrong.body.attributes]).toEqual([422, ['page', 'status']]);
    expect([broken.status, broken.body.error]).toEqual([400, 'Invalid parameters']);
    expect([list.status, list.body.error]).toEqual([400, 'Invalid parameters']);
  });

  it('give a POST its fields together, of which those of the body count', async () => {
    const account = await givenAccount(test);

    const inQuery = await account.call('POST', '/contacts?name=Quentin&email=q@example.com');
    const nested = await account.call('POST', '/labels?label[title]=vip&label[show_on_sidebar]=true&color=%23000000');
    const inBoth = await account.call('POST', '/contacts?name=Quentin&identifier=q', { contact: { name: 'Bob' } });

    expect([isCreated(inQuery.status), inQuery.body]).toMatchObject([
      true,
      { name: 'Quentin', email: 'q@example.com' },
    ]);
    expect(nested.body).toMatchObject({ title: 'vip', show_on_sidebar: true, color: '#000000' });
    expect(inBoth.body).toMatchObject({ name: 'Bob', identifier: 'q' });
  });

  it('give a PATCH and a DELETE their fields together', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const agent = await givenAgent(test, account);
    const participants = pathOf(conversation, '/participants');

    const patched = await account.call('PATCH', pathOf(conversation, '?priority=high'));
    await account.call('POST', participants, { user_ids: [agent.id] });
    await account.call('DELETE', `${participants}?user_ids[]=${agent.id}`);

    expect(patched.body.priority).toBe('high');
    expect((await account.call('GET', participants)).body).toEqual([]);
  });

  it('select the page of a filter, in either place', async () => {
    const account = await givenAccount(test);
    await givenNamed(account, 'A', 'B', 'C');
    const payload = [{ attribute_key: 'name', filter_operator: 'does_not_contain', values: ['zzz'] }];
    const filter = async (query: string, more: object = {}) =>
      namesIn((await account.call('POST', `/contacts/filter${query}`, { payload, sort: 'name', ...more })).body);

    expect(await filter('?per_page=2')).toEqual(['A', 'B']);
    expect(await filter('', { per_page: 2, page: 2 })).toEqual(['C']);
    expect(await filter('?page=1&per_page=1', { page: 3 })).toEqual(['C']);
  });
});

describe('a field that is left empty', () => {
  it.each([[''], ['  '], [null]])('counts as not given where it cannot be %j', async (empty) => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const body = { inbox_id: inbox.id, contact_id: contact.id, message: { content: 'Hello' } };

    const plain = await account.call('POST', '/conversations', body);
    const { status, body: conversation } = await account.call('POST', '/conversations', {
      ...body,
      status: empty,
      assignee_id: empty,
      team_id: empty,
      custom_attributes: empty,
      hmac_verified: empty,
      message: { content: 'Hello', private: empty, content_type: empty, content_attributes: empty, sender_id: empty },
    });

    expect(isCreated(status)).toBe(true);
    expect(conversation).toMatchObject({ status: plain.body.status, assignee: null, custom_attributes: {} });
    expect(conversation.messages[0]).toMatchObject({ private: false, content_type: 'text', content_attributes: {} });
  });

  it.each([[''], ['  '], [null]])(
    'counts as not given where it names a file, an address or a limit: %j',
    async (empty) => {
      const account = await givenAccount(test);
      const conversation = await givenConversation(account);
      const platform = await givenPlatform(test);

      const message = await reply(account, conversation, { attachments: empty });
      const bot = await account.call('POST', '/agent_bots', { name: 'Bot', outgoing_url: empty });
      const limited = await platform.call('POST', '/accounts', { name: 'Sun', limits: { agents: empty, inboxes: 3 } });

      expect([isCreated(message.status), message.body.attachments ?? []]).toEqual([true, []]);
      expect([isCreated(bot.status), bot.body.outgoing_url]).toEqual([true, null]);
      expect([isCreated(limited.status), limited.body.limits]).toEqual([true, { agents: null, inboxes: 3 }]);
    },
  );

  it.each([[''], [null]])('leaves as it is what cannot be %j', async (empty) => {
    const account = await givenAccount(test);
    const before = (await account.call('GET', '')).body;
    const hook = (await account.call('POST', '/webhooks', { url: 'https://hooks.example.com/empty' })).body;

    const renamed = await account.call('PATCH', '', { name: empty, locale: empty, auto_resolve_ignore_waiting: empty });
    const changed = await account.call('PATCH', `/webhooks/${hook.id}`, {
      webhook: { url: empty, subscriptions: empty, enabled: empty },
    });

    expect([renamed.status, renamed.body.name, renamed.body.locale]).toEqual([200, before.name, before.locale]);
    expect([changed.status, changed.body.payload.webhook]).toEqual([200, hook.payload.webhook]);
  });

  it('clears what can be null', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, {
      name: 'Carla',
      email: 'c@example.com',
      phone_number: '+14155550123',
    });

    const { body } = await account.call('PATCH', `/contacts/${contact.id}`, { email: null, phone_number: '' });

    expect(body).toMatchObject({ name: 'Carla', email: null, phone_number: null });
  });

  it.each([[''], [null]])('is refused where it must be given, as %j', async (empty) => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);

    const label = await account.call('POST', '/labels', { title: empty });
    const status = await account.call('POST', pathOf(conversation, '/toggle_status'), { status: empty });

    expect([label.status, label.body.attributes]).toEqual([422, ['title']]);
    expect([status.status, status.body.attributes]).toEqual([422, ['status']]);
  });

  it.each([[''], [' '], [null], ['0']])('ends an assignment, as %j', async (empty) => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const team = await givenTeam(account);
    const assign = (body: object) => account.call('POST', pathOf(conversation, '/assignments'), body);
    await assign({ assignee_id: account.administrator.id });
    await assign({ team_id: team.id });

    const unassigned = await assign({ assignee_id: empty, team_id: empty });
    const after = await shown(account, conversation);
    await assign({ team_id: empty });

    expect([unassigned.status, unassigned.body, after.assignee, after.meta.team.id]).toEqual([
      200,
      null,
      null,
      team.id,
    ]);
    expect((await shown(account, conversation)).meta.team).toBeNull();
  });

  it('disconnects a bot from an inbox', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    await givenBot(test, account, inbox.id);

    const { status } = await account.call('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: '' });

    expect([status, (await account.call('GET', `/inboxes/${inbox.id}/agent_bot`)).body]).toEqual([200, {}]);
  });

  it('counts as not given in a query, too', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await ask(account, conversation);
    const empty = 'status=&assignee_type=&inbox_id=&team_id=&labels=&q=&sort_by=&page=&per_page=%20';

    const { status, body } = await account.call('GET', `/conversations?${empty}`, { source_id: null });

    expect([status, body.data.meta.count]).toEqual([200, 1]);
  });
});
