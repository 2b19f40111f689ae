import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenBot, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('GET /accounts/{account_id}', () => {
  it('shows the account to each of its members', async () => {
    const account = await givenAccount(test, 'Acme');
    const agent = await givenAgent(test, account);

    const { status, body } = await account.call('GET', '', undefined, { token: agent.token });

    expect(status).toBe(200);
    expect(body).toEqual({
      id: account.id,
      name: 'Acme',
      locale: 'en',
      domain: null,
      support_email: '',
      status: 'active',
      settings: {},
      custom_attributes: {},
      features: {},
      subscribed_features: [],
      cache_keys: { label: '0000000000', inbox: '0000000000', team: '0000000000' },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      latest_chatwoot_version: null,
    });
  });

  it('is not found by a user who is not a member, whether it exists or not', async () => {
    const mine = await givenAccount(test);
    const theirs = await givenAccount(test);

    const answers = await Promise.all(
      [theirs.id, 999_999, 'abc', '1e0'].map((id) =>
        test.request('GET', `/api/v1/accounts/${id}`, { token: mine.administrator.token }),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([404, 'Account not found']));
  });

  it('is closed while the account is suspended', async () => {
    const account = await givenAccount(test);
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', account.id).execute();

    const bot = await givenBot(test, account);

    const answers = [
      await account.call('GET', ''),
      await account.call('POST', '/labels', { title: 'vip' }),
      await account.call('GET', '/conversations/1', undefined, { token: bot.token }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(3).fill([401, 'Account is suspended']),
    );
    expect((await test.request('GET', '/api/v1/profile', { token: account.administrator.token })).status).toBe(200);
  });
});

describe('PATCH /accounts/{account_id}', () => {
  it('changes what is given and answers the account', async () => {
    const account = await givenAccount(test);
    const changes = {
      name: 'Zenith',
      locale: 'pt_BR',
      domain: 'zenith.example',
      support_email: 'Help@Zenith.example ',
    };

    const { status, body } = await account.call('PATCH', '', changes);

    expect(status).toBe(200);
    expect(body).toMatchObject({ ...changes, id: account.id, support_email: 'help@zenith.example' });
    expect((await account.call('GET', '')).body).toEqual(body);
  });

  it('adds to the existing settings and custom attributes', async () => {
    const account = await givenAccount(test);
    await account.call('PATCH', '', {
      auto_resolve_after: 14,
      audio_transcriptions: true,
      industry: 'Tea',
      website: 'tea.example',
    });

    const { body } = await account.call('PATCH', '', {
      auto_resolve_message: 'Closing for now',
      auto_resolve_ignore_waiting: true,
      auto_resolve_label: 'stale',
      keep_pending_on_bot_failure: true,
      prune_conversations_after: 365,
      prune_attachments_after: 90,
      prune_contacts_after: null,
      company_size: '11-50',
      timezone: 'Europe/Berlin',
    });

    expect(body.settings).toEqual({
      auto_resolve_after: 14,
      audio_transcriptions: true,
      auto_resolve_message: 'Closing for now',
      auto_resolve_ignore_waiting: true,
      auto_resolve_label: 'stale',
      keep_pending_on_bot_failure: true,
      prune_conversations_after: 365,
      prune_attachments_after: 90,
      prune_contacts_after: null,
    });
    expect(body.custom_attributes).toEqual({
      industry: 'Tea',
      website: 'tea.example',
      company_size: '11-50',
      timezone: 'Europe/Berlin',
    });
    expect(body.name).toBe(account.name);
  });

  it('keeps every setting that is changed at the same time', async () => {
    const account = await givenAccount(test);

    await Promise.all([
      account.call('PATCH', '', { auto_resolve_after: 5 }),
      account.call('PATCH', '', { auto_resolve_label: 'stale' }),
      account.call('PATCH', '', { audio_transcriptions: false }),
      account.call('PATCH', '', { auto_resolve_message: 'Bye' }),
    ]);

    const { settings } = (await account.call('GET', '')).body;
    expect(settings).toEqual({
      auto_resolve_after: 5,
      auto_resolve_label: 'stale',
      audio_transcriptions: false,
      auto_resolve_message: 'Bye',
    });
  });

  it('turns auto-resolve off with null', async () => {
    const account = await givenAccount(test);
    await account.call('PATCH', '', { auto_resolve_after: 1 });

    const { status, body } = await account.call('PATCH', '', { auto_resolve_after: null });

    expect(status).toBe(200);
    expect(body.settings).toEqual({ auto_resolve_after: null });
  });

  it.each([
    ['auto_resolve_after', 0],
    ['auto_resolve_after', 1000],
    ['auto_resolve_after', 1.5],
    ['auto_resolve_after', 'soon'],
    ['prune_conversations_after', 0],
    ['prune_attachments_after', 10000],
    ['prune_contacts_after', 'soon'],
    ['auto_resolve_ignore_waiting', 'perhaps'],
    ['keep_pending_on_bot_failure', 'perhaps'],
    ['auto_resolve_message', 7],
    ['audio_transcriptions', []],
    ['locale', 'not a language'],
    ['auto_resolve_label', false],
    ['support_email', 'nobody'],
    ['industry', { big: true }],
  ])('refuses %s = %j', async (field, value) => {
    const account = await givenAccount(test);
    const before = (await account.call('GET', '')).body;

    const { status, body } = await account.call('PATCH', '', { [field]: value });

    expect(status).toBe(422);
    expect(body).toEqual({ error: 'Validation failed', message: expect.stringContaining(field), attributes: [field] });
    expect((await account.call('GET', '')).body).toEqual(before);
  });

  it('refuses a name of more than 255 and a domain of more than 100 characters', async () => {
    const account = await givenAccount(test);

    const longest = await account.call('PATCH', '', { name: 'n'.repeat(255), domain: 'd'.repeat(100) });
    const tooLong = await account.call('PATCH', '', { name: 'n'.repeat(256), domain: 'd'.repeat(101) });

    expect(longest.status).toBe(200);
    expect(tooLong).toMatchObject({
      status: 422,
      body: { error: 'Validation failed', attributes: ['name', 'domain'] },
    });
  });

  it('is for administrators', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    const { status, body } = await account.call('PATCH', '', { name: 'Mine now' }, { token: agent.token });

    expect([status, body.error]).toEqual([403, 'Access denied']);
  });
});

describe('POST /accounts/{account_id}/update_active_at', () => {
  it('stores the time for the caller only', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    const { status, text } = await account.call('POST', '/update_active_at', undefined, { token: agent.token });

    expect([status, text]).toEqual([200, '']);
    const activeAt = async (token: string) =>
      (await test.request('GET', '/api/v1/profile', { token })).body.accounts[0].active_at;
    expect(Date.parse(await activeAt(agent.token))).toBeCloseTo(Date.now(), -5);
    expect(await activeAt(account.administrator.token)).toBeNull();
  });
});

describe('GET /accounts/{account_id}/cache_keys', () => {
  it('has the time of the last change to an inbox, and zeros for what never changed', async () => {
    const account = await givenAccount(test);
    await givenInbox(account);

    const { status, body, headers } = await account.call('GET', '/cache_keys');

    expect(status).toBe(200);
    expect(body).toEqual({
      cache_keys: { label: '0000000000', inbox: expect.stringMatching(/^\d{10}$/), team: '0000000000' },
    });
    expect(Number(body.cache_keys.inbox) * 1000).toBeCloseTo(Date.now(), -5);
    expect(headers.get('Cache-Control')).toContain('private');
  });
});
