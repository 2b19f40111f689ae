import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetSessions } from '../../../src/jobs/forget-sessions.ts';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../../src/http/session/session-headers.ts';
import { DAY, HOUR } from '../../../src/time.ts';
import { givenApp, type RequestOptions, type TestApp } from '../../support/app.ts';
import { isCreated } from '../../support/openapi/dialect.ts';
import { givenAccount, givenAgent, givenBot, givenPlatformToken } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const PATH = '/api/v1/profile/access_tokens';
const list = (token: string) => test.request('GET', PATH, { token });
const make = (token: string, body: object) => test.request('POST', PATH, { token, body });
const revoke = (token: string, id: number) => test.request('DELETE', `${PATH}/${id}`, { token });
const profile = (token: string) => test.request('GET', '/api/v1/profile', { token });

/** A token with a name, as the answer has it. */
async function given(token: string, body: object = {}) {
  const { status, body: made, text } = await make(token, { name: 'Report', ...body });
  if (!isCreated(status)) throw new Error(text);
  return made;
}

async function givenUser() {
  return (await givenAccount(test)).administrator;
}

/** As of an hour ago, the token has expired. */
async function expire(id: number, at = new Date(Date.now() - HOUR)) {
  await test.rows().updateTable('access_tokens').set({ expires_at: at }).where('id', '=', id).execute();
}

describe('POST /profile/access_tokens', () => {
  it.each([
    [{ scope: 'read' }, ['read']],
    [{ scope: ['read'] }, ['read']],
    [{ scope: 'read', scopes: ['write'] }, ['read']],
    [{ scope: 'write' }, ['read', 'write']],
  ])('takes %j for its scopes', async (given, scopes) => {
    const { token } = await givenUser();

    const { status, body } = await make(token, { name: 'Report', ...given });

    expect([status, body.scopes]).toEqual([expect.any(Number), scopes]);
  });

  it('makes a token that works, and is shown this once', async () => {
    const { token } = await givenUser();
    const expires = new Date(Date.now() + DAY).toISOString();

    const { status, body } = await make(token, { name: 'Report', scopes: ['read'], expires_at: expires });

    expect(isCreated(status)).toBe(true);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{32}$/),
      id: expect.any(Number),
      name: 'Report',
      scopes: ['read'],
      last_four: body.access_token.slice(-4),
      current: false,
      expires_at: expires,
      last_used_at: null,
      created_at: expect.any(String),
    });
    expect((await profile(body.access_token)).status).toBe(200);
    const rows = await test.rows().selectFrom('access_tokens').selectAll().where('id', '=', body.id).execute();
    expect(JSON.stringify(rows)).not.toContain(body.access_token);
  });

  it.each([
    [undefined, ['read', 'write']],
    [
      ['read', 'write'],
      ['read', 'write'],
    ],
    [['write'], ['read', 'write']],
    [['read'], ['read']],
    ['read', ['read']],
  ])('takes %j as the scopes %j', async (scopes, expected) => {
    const { token } = await givenUser();

    const made = await given(token, { scopes });

    expect([made.scopes, made.expires_at]).toEqual([expected, null]);
  });

  it('may be nested, and stand in a form', async () => {
    const { token } = await givenUser();
    const form = new FormData();
    form.set('name', 'Form');
    form.append('scopes[]', 'read');

    const nested = await make(token, { access_token: { name: 'Nested' } });
    const formed = await make(token, form);

    expect([nested.body.name, formed.body.name, formed.body.scopes]).toEqual(['Nested', 'Form', ['read']]);
  });

  it.each([
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'n'.repeat(256) }, 'name'],
    [{ name: 'n'.repeat(100_000) }, 'name'],
    [{ name: '\u0000' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['admin'] }, 'scopes'],
    [{ scopes: ['read', 'read', 'write'] }, 'scopes'],
    [{ scopes: { read: true } }, 'scopes'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ expires_at: '2020-01-01' }, 'expires_at'],
    [{ expires_at: 1 }, 'expires_at'],
  ])('refuses %j', async (wrong, attribute) => {
    const { token } = await givenUser();

    const { status, body, text } = await make(token, { name: 'Report', ...wrong });

    expect([status, String(body.attributes[0]).replace(/\[.*/, '')]).toEqual([422, attribute]);
    expect(text.length).toBeLessThan(1000);
    expect((await list(token)).body).toHaveLength(1);
  });

  it('lasts no longer than the token that made it', async () => {
    const { token } = await givenUser();
    const end = new Date(Date.now() + DAY);
    const maker = (await given(token, { expires_at: end.toISOString() })).access_token;

    const same = await given(maker);
    const sooner = await given(maker, { expires_at: new Date(Date.now() + HOUR).toISOString() });
    const later = await make(maker, { name: 'Later', expires_at: new Date(Date.now() + 2 * DAY).toISOString() });
    const never = await make(maker, { name: 'Never', expires_at: null });

    expect(same.expires_at).toBe(end.toISOString());
    expect(new Date(sooner.expires_at).getTime()).toBeLessThan(end.getTime());
    expect([later.status, never.status]).toEqual([422, 422]);
    expect(later.body).toMatchObject({
      attributes: ['expires_at'],
      message: expect.stringContaining(end.toISOString()),
    });
  });

  it('is refused to a token that may only read', async () => {
    const { token } = await givenUser();
    const reader = await given(token, { scopes: ['read'] });

    const made = await make(reader.access_token, { name: 'More', scopes: ['read', 'write'] });
    const revoked = await revoke(reader.access_token, reader.id);

    expect([made.status, made.body.error, revoked.status]).toEqual([403, 'Access denied', 403]);
    expect(made.body.message).toContain('only for reading');
  });

  it('is refused beyond a hundred, however many are asked for at once', async () => {
    const { id, token } = await givenUser();
    const rows = Array.from({ length: 97 }, (_, index) => ({
      owner_type: 'User' as const,
      owner_id: id,
      name: 'Full',
      digest: `full ${id} ${index}`,
      created_at: new Date(),
    }));
    await test.rows().insertInto('access_tokens').values(rows).execute();

    const answers = await Promise.all(Array.from({ length: 6 }, () => make(token, { name: 'Last' })));

    const made = answers.filter(({ status }) => isCreated(status));
    const refused = answers.filter(({ status }) => status === 422);
    expect([made.length, refused.length]).toEqual([3, 3]);
    expect(refused[0]!.body.message).toContain('100 tokens');
  });

  it('is closed to bots and to programs of the platform', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);

    const answers = [await list(bot.token), await make(await givenPlatformToken(test), { name: 'Mine' })];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([403, 'Access denied']));
  });
});

describe('GET /profile/access_tokens', () => {
  it('shows the tokens of the user, and nothing that is secret', async () => {
    const { token } = await givenUser();
    const made = await given(token);
    await profile(made.access_token);

    const { status, body, text } = await list(token);

    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: made.id, name: 'Report', current: false, last_used_at: expect.any(String) },
      { name: null, scopes: ['read', 'write'], last_four: token.slice(-4), current: true, expires_at: null },
    ]);
    expect(text).not.toContain(made.access_token);
    expect(text).not.toContain(token);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });

  it('comes in pages where one is asked for', async () => {
    const { token } = await givenUser();
    for (const name of ['one', 'two', 'three']) await given(token, { name });

    const { body } = await test.request('GET', `${PATH}?page=1&per_page=2`, { token });

    expect(body.map(({ name }: { name: string }) => name)).toEqual(['three', 'two']);
  });

  it('shows none of another user, who cannot end one either', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const made = await given(agent.token);
    const other = await givenUser();

    for (const { token } of [account.administrator, other]) {
      const { status, body } = await revoke(token, made.id);

      expect([status, body.error]).toEqual([404, 'Access token not found']);
      expect((await list(token)).body).toHaveLength(1);
    }
    expect((await profile(made.access_token)).status).toBe(200);
  });
});

describe('DELETE /profile/access_tokens/{id}', () => {
  it('ends the token at once, and once', async () => {
    const { token } = await givenUser();
    const made = await given(token);
    await profile(made.access_token);

    const answers = await Promise.all(Array.from({ length: 5 }, () => revoke(token, made.id)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
    expect((await profile(made.access_token)).status).toBe(401);
    expect((await list(token)).body).toHaveLength(1);
  });

  it('may be the token of the request', async () => {
    const { token } = await givenUser();
    const made = await given(token);

    const { status } = await revoke(made.access_token, made.id);

    expect([status, (await list(made.access_token)).status]).toEqual([200, 401]);
  });

  it('does not end a bot or a program with the same number', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);
    const { id } = await test
      .rows()
      .selectFrom('access_tokens')
      .select('id')
      .where('owner_type', '=', 'AgentBot')
      .where('owner_id', '=', bot.id)
      .executeTakeFirstOrThrow();

    expect((await revoke(account.administrator.token, id)).status).toBe(404);
  });
});

describe('a token that has expired', () => {
  it('is answered with 401 that says so, and stays in the list', async () => {
    const { token } = await givenUser();
    const made = await given(token, { expires_at: new Date(Date.now() + DAY).toISOString() });
    const before = await profile(made.access_token);
    await expire(made.id);

    const { status, body } = await profile(made.access_token);

    expect([before.status, status, body.error]).toEqual([200, 401, 'Unauthorized']);
    expect(body.message).toMatch(/^this access token has expired: /);
    expect((await list(token)).body).toMatchObject([{ id: made.id }, {}]);
  });

  it('is no user where anyone may call', async () => {
    const open = await givenApp({ 'signup.enabled': 'true' });
    const { administrator } = await givenAccount(open);
    const { body: made } = await open.request('POST', PATH, { token: administrator.token, body: { name: 'Report' } });
    const signUp = () =>
      open.request('POST', '/api/v1/accounts', { token: made.access_token, body: { account_name: 'Second' } });

    const before = await signUp();
    await open
      .rows()
      .updateTable('access_tokens')
      .set({ expires_at: new Date(0) })
      .where('id', '=', made.id)
      .execute();
    const after = await signUp();
    await open.stop();

    expect([isCreated(before.status), after.status, after.body.error]).toEqual([true, 400, 'Invalid parameters']);
  });

  it('is forgotten after a while', async () => {
    const { token } = await givenUser();
    const [long, lately] = [await given(token), await given(token)];
    await expire(long.id, new Date(Date.now() - 91 * DAY));
    await expire(lately.id);

    await forgetSessions(test.app, new Date());

    const { body } = await list(token);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([lately.id, expect.any(Number)]);
  });
});

describe('tokens with names', () => {
  it('stay when the others are replaced with a session', async () => {
    const user = await givenUser();
    const made = await given(user.token);
    const headers = sessionHeaders(await openSession(test.app.tx(), user, new Date()));

    const reset = await test.request('POST', '/api/v1/profile/reset_access_token', { headers });

    const statuses = await Promise.all([user.token, made.access_token, reset.body.access_token].map(profile));
    expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  it('keep name and scope when they are replaced by themselves', async () => {
    const user = await givenUser();
    const expires = new Date(Date.now() + DAY).toISOString();
    const made = await given(user.token, { expires_at: expires });

    const { body } = await test.request('POST', '/api/v1/profile/reset_access_token', { token: made.access_token });

    const [shown] = (await list(user.token)).body;
    expect(shown).toMatchObject({ id: made.id, name: 'Report', expires_at: expires });
    expect(shown.last_four).toBe(body.access_token.slice(-4));
  });

  it('end with a new password where that is asked for', async () => {
    const user = await givenUser();
    const made = await given(user.token);
    const password_hash = quickHash('Correct-horse-1');
    await test.rows().updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
    const change = async (body: object, options: RequestOptions) =>
      test.request('PATCH', '/api/v1/profile', { ...options, body });

    await change(
      { password: 'Battery-staple-2', current_password: 'Correct-horse-1', revoke_access_tokens: true },
      { token: user.token },
    );

    expect((await profile(made.access_token)).status).toBe(401);
  });
});
