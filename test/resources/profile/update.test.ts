import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../../src/http/session/session-headers.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { formWith, PICTURES } from '../../support/files/pictures.ts';
import { quickHash } from '../../support/quick-hash.ts';

const PASSWORD = 'Correct-horse-1';
const NEW_PASSWORD = 'Battery-staple-2';

const passwordHash = quickHash(PASSWORD);

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenUser() {
  const account = await givenAccount(test);
  const { id, token } = account.administrator;
  await test.rows().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  const call = (method: string, path: string, body?: unknown) =>
    test.request(method, `/api/v1/profile${path}`, { token, body });
  return { account, call, shown: async () => (await call('GET', '')).body };
}

async function givenSession(account: TestAccount) {
  const session = await openSession(test.app.tx(), account.administrator, new Date());
  const headers = sessionHeaders(session);
  const status = async () => (await test.request('GET', '/api/v1/profile', { headers })).status;
  return { headers, status };
}

const signIn = (email: string, password: string) =>
  test.request('POST', '/auth/sign_in', { body: { email, password } }).then(({ status }) => status);

describe('PATCH /profile', () => {
  it.each([
    ['flat', (fields: object) => fields],
    ['nested', (fields: object) => ({ profile: fields })],
  ])('changes what is given, %s, and answers the profile', async (_, wrap) => {
    const { account, call, shown } = await givenUser();
    const before = await shown();
    const fields = {
      name: 'Ada Lovelace',
      display_name: 'Ada',
      message_signature: 'Yours, Ada',
      ui_settings: { theme: 'dark', nested: { list: [1] } },
    };

    const { status, body } = await call('PATCH', '', wrap({ ...fields, phone_number: '+14155550123' }));

    const custom_attributes = { phone_number: '+14155550123' };
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...fields, available_name: 'Ada', custom_attributes });
    expect(await shown()).toEqual(body);
    expect(body.email).toBe(account.administrator.email);
  });

  it('is the same as PUT', async () => {
    const { call } = await givenUser();

    const { status, body } = await call('PUT', '', { name: 'Ada Lovelace' });

    expect([status, body.name]).toEqual([200, 'Ada Lovelace']);
  });

  it('replaces the settings of the interface, and leaves the rest of the attributes alone', async () => {
    const { account, call } = await givenUser();
    const { id } = account.administrator;
    const kept = JSON.stringify({ team: 'blue' }) as never;
    await test.rows().updateTable('users').set({ custom_attributes: kept }).where('id', '=', id).execute();
    await call('PATCH', '', { ui_settings: { theme: 'dark' }, phone_number: '+14155550123' });

    const { body } = await call('PATCH', '', { ui_settings: { size: 2 }, phone_number: '' });

    expect([body.ui_settings, body.custom_attributes]).toEqual([{ size: 2 }, { team: 'blue' }]);
  });

  it('removes a display name and a signature with null', async () => {
    const { call } = await givenUser();
    await call('PATCH', '', { display_name: 'Ada', message_signature: 'Yours' });

    const { body } = await call('PATCH', '', { display_name: null, message_signature: null });

    expect(body).toMatchObject({ display_name: null, available_name: 'Ada Admin', message_signature: null });
  });

  it('changes the e-mail address, with which they sign in from then on', async () => {
    const { account, call } = await givenUser();
    const { email } = account.administrator;

    const { status, body } = await call('PATCH', '', {
      email: ` New.${email.toUpperCase()}`,
      current_password: PASSWORD,
    });

    expect([status, body.email, body.uid]).toEqual([200, `new.${email}`, `new.${email}`]);
    expect([await signIn(email, PASSWORD), await signIn(`new.${email}`, PASSWORD)]).toEqual([401, 200]);
  });

  it('refuses the e-mail address of another user', async () => {
    const { call, shown } = await givenUser();
    const other = await givenAccount(test);
    const before = await shown();

    const { status, body } = await call('PATCH', '', {
      name: 'Ada',
      email: other.administrator.email.toUpperCase(),
      current_password: PASSWORD,
    });

    expect([status, body]).toEqual([
      422,
      { error: 'Validation failed', message: 'email has already been taken', attributes: ['email'] },
    ]);
    expect(await shown()).toEqual(before);
  });

  it.each([
    ['name', 'n'.repeat(256)],
    ['display_name', 'n'.repeat(256)],
    ['email', 'ada'],
    ['phone_number', '12345'],
    ['message_signature', 's'.repeat(20_001)],
    ['ui_settings', 'dark'],
    ['ui_settings', []],
  ])('refuses %s = %j', async (field, value) => {
    const { call, shown } = await givenUser();
    const before = await shown();

    const { status, body } = await call('PATCH', '', { [field]: value });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
    expect(await shown()).toEqual(before);
  });
});

describe('a new password', () => {
  const change = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD, current_password: PASSWORD };

  it('is what they sign in with from then on, and ends the other sessions', async () => {
    const { account } = await givenUser();
    const [mine, other] = [await givenSession(account), await givenSession(account)];

    const { status } = await test.request('PATCH', '/api/v1/profile', {
      headers: mine.headers,
      body: { profile: change },
    });

    const { email } = account.administrator;
    expect(status).toBe(200);
    expect([await mine.status(), await other.status()]).toEqual([200, 401]);
    expect([await signIn(email, PASSWORD), await signIn(email, NEW_PASSWORD)]).toEqual([401, 200]);
    expect((await account.call('GET', '')).status).toBe(200);
  });

  it('ends every session of the user, and no others, when set with a token', async () => {
    const { account, call } = await givenUser();
    const session = await givenSession(account);
    const others = await givenSession((await givenUser()).account);

    const { status } = await call('PATCH', '', { password: NEW_PASSWORD, current_password: PASSWORD });

    expect([status, await session.status(), await others.status()]).toEqual([200, 401, 200]);
  });

  it.each([
    ['a wrong current password', { ...change, current_password: 'Wrong-horse-1' }],
    ['no current password', { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }],
  ])('is refused with %s', async (_, body) => {
    const { account, call } = await givenUser();
    const session = await givenSession(account);

    const answer = await call('PATCH', '', { name: 'Not Ada', ...body });

    expect([answer.status, answer.body]).toEqual([
      422,
      { error: 'Invalid current password', message: expect.any(String), attributes: ['current_password'] },
    ]);
    expect(await signIn(account.administrator.email, PASSWORD)).toBe(200);
    expect([await session.status(), (await call('GET', '')).body.name]).toEqual([200, 'Ada Admin']);
  });

  it.each([
    [{ ...change, password: 'Aa-12', password_confirmation: 'Aa-12' }, 'password'],
    [{ ...change, password: 'battery-staple-2', password_confirmation: 'battery-staple-2' }, 'password'],
    [{ ...change, password_confirmation: 'Battery-staple-3' }, 'password_confirmation'],
  ])('is refused: %j', async (body, field) => {
    const { account, call } = await givenUser();

    const answer = await call('PATCH', '', body);

    expect([answer.status, answer.body.error, answer.body.attributes]).toEqual([422, 'Validation failed', [field]]);
    expect(await signIn(account.administrator.email, PASSWORD)).toBe(200);
  });
});

describe('the picture of a user', () => {
  it.each(['avatar', 'profile[avatar]'])('is uploaded as %s, and removed', async (name) => {
    const { account, call } = await givenUser();

    const given = await call('PATCH', '', formWith(name, PICTURES['image/png'], { 'profile[name]': 'Ada' }));
    const url = given.body.avatar_url as string;
    const before = (await fetch(url)).status;
    const removed = await call('DELETE', '/avatar');

    expect([given.status, given.body.name, before]).toEqual([200, 'Ada', 200]);
    expect([removed.status, removed.body.avatar_url, (await fetch(url)).status]).toEqual([200, '', 404]);
    expect(removed.body.id).toBe(account.administrator.id);
  });

  it('must be a picture', async () => {
    const { call } = await givenUser();

    const { status, body } = await call('PATCH', '', formWith('avatar', Buffer.from('hello')));

    expect([status, body.attributes]).toEqual([422, ['avatar']]);
  });
});

describe('POST /profile/availability and /profile/auto_offline', () => {
  it('set the availability of the user in one account only', async () => {
    const { account, call } = await givenUser();
    const other = await givenAccount(test);
    const now = new Date();
    await test
      .rows()
      .insertInto('account_users')
      .values({
        account_id: other.id,
        user_id: account.administrator.id,
        role: 'agent',
        created_at: now,
        updated_at: now,
      })
      .execute();

    const busy = await call('POST', '/availability', { profile: { account_id: account.id, availability: 'busy' } });
    const always = await call('POST', '/auto_offline', { account_id: account.id, auto_offline: false });

    expect([busy.status, always.status]).toEqual([200, 200]);
    const of = (body: { accounts: { id: number }[] }, id: number) => body.accounts.find((each) => each.id === id);
    expect(of(busy.body, account.id)).toMatchObject({ availability: 'busy', availability_status: 'offline' });
    expect(of(always.body, account.id)).toMatchObject({
      availability: 'busy',
      availability_status: 'busy',
      auto_offline: false,
    });
    expect(of(always.body, other.id)).toMatchObject({ availability: 'online', auto_offline: true });
  });

  it.each([
    ['/availability', { availability: 'busy' }, ['account_id']],
    ['/availability', { account_id: 1 }, ['availability']],
    ['/availability', { account_id: 1, availability: 'asleep' }, ['availability']],
    ['/availability', { account_id: 1, availability: null }, ['availability']],
    ['/auto_offline', { auto_offline: true }, ['account_id']],
    ['/auto_offline', { account_id: 1, auto_offline: 'perhaps' }, ['auto_offline']],
    ['/auto_offline', { account_id: 1 }, ['auto_offline']],
    ['/set_active_account', {}, ['account_id']],
    ['/set_active_account', { account_id: 'one' }, ['account_id']],
  ])('%s refuses %j', async (path, body, attributes) => {
    const { call } = await givenUser();

    const answer = await call(path === '/set_active_account' ? 'PUT' : 'POST', path, body);

    expect([answer.status, answer.body.error, answer.body.attributes]).toEqual([422, 'Validation failed', attributes]);
  });

  it('do not find accounts of others', async () => {
    const { call } = await givenUser();
    const other = await givenAccount(test);

    const answers = [
      await call('POST', '/availability', { account_id: other.id, availability: 'busy' }),
      await call('POST', '/auto_offline', { account_id: other.id, auto_offline: false }),
      await call('PUT', '/set_active_account', { account_id: other.id }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([404, 'Account not found']));
  });
});

describe('PUT /profile/set_active_account', () => {
  it('switches the profile to another of the user’s accounts', async () => {
    const first = await givenAccount(test);
    const second = await givenAccount(test);
    const agent = await givenAgent(test, first);
    const now = new Date();
    await test
      .rows()
      .insertInto('account_users')
      .values({ account_id: second.id, user_id: agent.id, role: 'administrator', created_at: now, updated_at: now })
      .execute();

    const { status, text } = await test.request('PUT', '/api/v1/profile/set_active_account', {
      token: agent.token,
      body: { profile: { account_id: second.id } },
    });

    expect([status, text]).toEqual([200, '']);
    const { body } = await test.request('GET', '/api/v1/profile', { token: agent.token });
    expect([body.account_id, body.role]).toEqual([second.id, 'administrator']);
  });
});
