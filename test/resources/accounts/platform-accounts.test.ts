import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenConversation,
  givenFile,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { givenPlatform, grant, type Platform } from '../../support/platform/platform.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenGranted(platform: Platform): Promise<TestAccount> {
  const account = await givenAccount(test);
  await grant(test, platform, 'Account', account.id);
  return account;
}

describe('POST /platform/api/v1/accounts', () => {
  it('makes an account with all that is given', async () => {
    const platform = await givenPlatform(test);
    const given = {
      name: 'Acme',
      locale: 'de',
      domain: 'mail.acme.test',
      support_email: 'help@acme.test',
      status: 'suspended',
      features: { help_center: true, macros: false },
      limits: { agents: 3, inboxes: null },
      custom_attributes: { industry: 'Rockets' },
    };

    const { status, body } = await platform.call('POST', '/accounts', given);

    expect([status, body]).toEqual([201, { id: expect.any(Number), ...given, features: { help_center: true } }]);
    expect((await platform.call('GET', `/accounts/${body.id}`)).body).toEqual(body);
    expect((await platform.call('GET', '/accounts')).body).toEqual([body]);
  });

  it('takes a name alone', async () => {
    const platform = await givenPlatform(test);

    const { status, body } = await platform.call('POST', '/accounts', { account: { name: 'Acme' } });

    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Acme',
        locale: 'en',
        domain: null,
        support_email: '',
        status: 'active',
        features: {},
        limits: {},
        custom_attributes: {},
      },
    ]);
  });

  it.each([
    ['no name', {}, 'name'],
    ['another status', { name: 'Acme', status: 'gone' }, 'status'],
    ['features that are not flags', { name: 'Acme', features: { macros: 'maybe' } }, 'features'],
    ['features that are no object', { name: 'Acme', features: 7 }, 'features'],
    ['limits that are no numbers', { name: 'Acme', limits: { agents: 'many' } }, 'limits.agents'],
    ['limits that are too large', { name: 'Acme', limits: { plan: 'x'.repeat(100_000) } }, 'limits'],
    ['limits below zero', { name: 'Acme', limits: { inboxes: -1 } }, 'limits.inboxes'],
    ['limits that are no object', { name: 'Acme', limits: 'none' }, 'limits'],
    ['a long domain', { name: 'Acme', domain: 'x'.repeat(101) }, 'domain'],
    ['what is no address', { name: 'Acme', support_email: 'help' }, 'support_email'],
  ])('refuses %s', async (_, body, attribute) => {
    const platform = await givenPlatform(test);

    const answer = await platform.call('POST', '/accounts', body);

    expect([answer.status, answer.body.attributes]).toEqual([422, [attribute]]);
  });
});

describe('GET /platform/api/v1/accounts', () => {
  it('lists those of the program, in pages where they are asked for', async () => {
    const [platform, other] = [await givenPlatform(test), await givenPlatform(test)];
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) {
      const { body } = await platform.call('POST', '/accounts', { name });
      ids.push(body.id);
    }
    const idsIn = async (query: string) =>
      (await platform.call('GET', `/accounts${query}`)).body.map(({ id }: { id: number }) => id);

    expect(await idsIn('')).toEqual(ids);
    expect(await idsIn('?page=2&per_page=2')).toEqual(ids.slice(2));
    expect((await other.call('GET', '/accounts')).body).toEqual([]);
  });
});

describe('PATCH /platform/api/v1/accounts/{id}', () => {
  it('switches features one by one, and replaces limits and attributes', async () => {
    const platform = await givenPlatform(test);
    const account = await givenGranted(platform);
    const change = (body: object) => platform.call('PATCH', `/accounts/${account.id}`, body);
    await change({ features: { a: true, b: true }, limits: { agents: 3 }, custom_attributes: { x: 1 } });

    const { status, body } = await change({
      name: 'Renamed',
      features: { b: false, c: true },
      limits: { inboxes: 4 },
      custom_attributes: { y: 2 },
    });

    expect([status, body]).toMatchObject([
      200,
      { name: 'Renamed', features: { a: true, c: true }, limits: { inboxes: 4 }, custom_attributes: { y: 2 } },
    ]);
    expect(body.limits).toEqual({ inboxes: 4 });
    const limits = { agents: null, inboxes: 2, captain_responses: 100, plan: { name: 'Gold', seats: [1, 2] } };
    expect((await change({ limits: { ...limits, inboxes: '2' } })).body.limits).toEqual(limits);
    expect((await account.call('GET', '')).body).toMatchObject({ name: 'Renamed', features: { a: true, c: true } });
  });

  it('limits agents, and suspends', async () => {
    const platform = await givenPlatform(test);
    const account = await givenGranted(platform);
    const change = (body: object) => platform.call('PATCH', `/accounts/${account.id}`, body);

    await change({ limits: { agents: 1 } });
    const full = await account.call('POST', '/agents', { email: 'new@example.com' });
    await change({ status: 'suspended' });
    const refused = await account.call('GET', '');
    await change({ status: 'active' });

    expect([full.status, refused.status, (await account.call('GET', '')).status]).toEqual([402, 401, 200]);
  });
});

describe('POST /platform/api/v1/accounts/{id}/email_channel_migrations', () => {
  it('is refused, as where Chatwoot has it switched off', async () => {
    const platform = await givenPlatform(test);
    const account = await givenGranted(platform);
    const migrate = (migrations: unknown) =>
      platform.call('POST', `/accounts/${account.id}/email_channel_migrations`, { migrations });

    const refused = await migrate([{ email: 'support@example.com', provider: 'google' }]);
    const many = await migrate(Array.from({ length: 26 }, () => ({})));

    expect([refused.status, refused.body.error]).toEqual([403, 'Access denied']);
    expect([many.status, many.body.attributes]).toEqual([422, ['migrations']]);
  });
});

describe('an account of another program', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/account_users'],
    ['POST', '/account_users'],
    ['DELETE', '/account_users'],
  ])('cannot be used: %s accounts/{id}%s', async (method, below) => {
    const [mine, theirs] = [await givenPlatform(test), await givenPlatform(test)];
    const account = await givenGranted(theirs);
    const send = (id: number) =>
      mine.call(
        method,
        `/accounts/${id}${below}`,
        method === 'GET' ? undefined : { user_id: account.administrator.id },
      );

    const [foreign, absent] = [await send(account.id), await send(999_999_999)];

    expect([foreign.status, foreign.body.error]).toEqual([403, 'Access denied']);
    expect([absent.status, absent.body.error]).toEqual([404, 'Account not found']);
    expect((await account.call('GET', '')).status).toBe(200);
  });
});

describe('DELETE /platform/api/v1/accounts/{id}', () => {
  it('ends all access at once, and removes everything soon', async () => {
    const platform = await givenPlatform(test);
    const account = await givenGranted(platform);
    const inbox = await givenInbox(account);
    const bot = await givenBot(test, account, inbox.id);
    const agent = await givenAgent(test, account);
    const elsewhere = await givenAccount(test);
    const conversation = await givenConversation(account);
    const file = await givenFile(account, conversation.id);
    const form = new FormData();
    form.set('attachment', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
    const uploaded = (await account.call('POST', '/upload', form)).body.file_url as string;
    for (let n = 0; n < 120; n += 1) await givenContact(account, { name: `Contact ${n}` });

    const { status, text } = await platform.call('DELETE', `/accounts/${account.id}`);

    expect([status, text]).toEqual([200, '']);
    const tokens = [account.administrator.token, agent.token];
    const answers = await Promise.all(tokens.map((token) => test.request('GET', account.path, { token })));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
    expect((await test.request('GET', `${account.path}/events`, { token: bot.token })).status).toBe(401);
    expect((await platform.call('GET', `/accounts/${account.id}`)).status).toBe(404);
    expect((await platform.call('GET', '/accounts')).body).toEqual([]);
    const left = async () =>
      Promise.all(
        (['contacts', 'conversations', 'inboxes', 'events', 'channels', 'agent_bots', 'messages'] as const).map(
          async (table) => {
            const rows = test.rows().selectFrom(table).select('id').where('account_id', '=', account.id);
            return (await rows.execute()).length;
          },
        ),
      );
    await eventually(
      async () => test.rows().selectFrom('accounts').select('id').where('id', '=', account.id).execute(),
      (rows) => rows.length === 0,
    );
    expect(await left()).toEqual([0, 0, 0, 0, 0, 0, 0]);
    await eventually(
      async () => [(await fetch(file)).status, (await fetch(uploaded)).status],
      (found) => found.every((status) => status === 404),
    );
    expect((await test.request('GET', '/api/v1/profile', { token: agent.token })).body.accounts).toEqual([]);
    expect((await elsewhere.call('GET', '')).status).toBe(200);
  });
});
