import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeBySecret } from '../support/identity/authenticator-app.ts';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { withRows } from '../support/database/rows.ts';
import { type Finished, runParley, type Served, serveParley } from '../support/parley.ts';

let place: Place;
let account: { id: number; token: string };
let server: Served;
beforeAll(async () => {
  place = await givenPlace();
  account = await givenAccountIn(place, 'ada@example.com');
  server = await serveParley(place);
});
afterAll(async () => {
  await server.stop();
  await place.remove();
});

const users = (args: string[], input = '') => runParley(['users', ...args], place, {}, input);
const parsed = ({ stdout, stderr, code }: Finished) => {
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};
const json = async (...args: string[]) => parsed(await users([...args, '--json']));

type Headers = Record<string, string>;
const call = (path: string, headers: Headers, method = 'GET') => fetch(`${server.url}${path}`, { method, headers });
const statusWith = async (headers: Headers, path = '/api/v1/profile') => (await call(path, headers)).status;

const tryToSignIn = (password: string, email = 'ada@example.com') =>
  fetch(`${server.url}/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Rescue/1.0' },
    body: JSON.stringify({ email, password }),
  });

async function signIn(password: string, email?: string): Promise<Headers | number> {
  const response = await tryToSignIn(password, email);
  if (!response.ok) return response.status;
  return Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, response.headers.get(name) ?? '']));
}

/** The headers of a new session of the administrator, who has this password from then on. */
async function givenSession(password: string): Promise<Headers> {
  parsed(await users(['reset-password', 'ada@example.com', '--password-stdin', '--json'], `${password}\n`));
  return (await signIn(password)) as Headers;
}

/** A user with a membership in the account, and nothing else. */
function givenMember(email: string, name = 'Gus'): Promise<number> {
  return withRows(place, async (rows) => {
    const now = new Date();
    const times = { created_at: now, updated_at: now };
    const free = { ui_settings: '{}' as never, custom_attributes: '{}' as never };
    const { id } = await rows
      .insertInto('users')
      .values({ name, email, pubsub_secret: 's', ...free, ...times })
      .returning('id')
      .executeTakeFirstOrThrow();
    await rows
      .insertInto('account_users')
      .values({ account_id: account.id, user_id: id, role: 'agent', ...times })
      .execute();
    return id;
  });
}

describe('parley users list', () => {
  it('shows nothing that a terminal would obey, and a line for each user', async () => {
    await givenMember('odd@example.com', 'Gus\u001b]0;title\u0007\u009b31m\n1  root <a@example.com>\u202e');

    const { stdout } = await users(['list']);
    const listed = await users(['list', '--json']);

    const [line = ''] = stdout.split('\n').filter((each) => each.includes('odd@example.com'));
    expect(line).toMatch(/^\d+ {2}Gus ]0;title {2}31m 1 {2}root <a@example.com>  <odd@example.com>/);
    expect(stdout.replaceAll('\n', '') + listed.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u);
    expect(parsed(listed).map(({ name }: { name: string }) => name)).toContainEqual(
      expect.stringContaining('\u009b31m'),
    );
  });

  it('shows the users with their accounts and roles', async () => {
    await givenMember('list@example.com');

    const all = await json('list');
    const of = await json('list', '--account', String(account.id));
    const none = await users(['list', '--account', '999']);
    const { stdout } = await users(['list']);

    expect(all.slice(0, 1)).toEqual([
      {
        id: expect.any(Number),
        name: 'Ada',
        email: 'ada@example.com',
        accounts: [{ id: account.id, name: 'Acme', role: 'administrator' }],
        has_password: expect.any(Boolean),
        sessions: expect.any(Number),
        access_tokens: 1,
      },
    ]);
    expect(of).toEqual(all);
    expect(none.stdout).toBe('There is no such user.\n');
    expect(stdout).toContain(
      `Gus <list@example.com>  agent of ${account.id} Acme; no password, sessions: 0, tokens: 0\n`,
    );
  });
});

describe('parley users invite', () => {
  const api = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/api/v1/accounts/${account.id}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', api_access_token: account.token },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: number };
  };

  it('prints a link with which an agent begins, who sees the inboxes', async () => {
    const support = await api('/inboxes', { name: 'Support', channel: { type: 'api' } });
    const sales = await api('/inboxes', { name: 'Sales', channel: { type: 'api' } });

    const one = await json('invite', 'One@Example.com', '--account', String(account.id), '--inbox', String(sales.id));
    const all = await json(
      'invite',
      'all@example.com',
      '--account',
      String(account.id),
      '--name',
      'Al',
      '--inbox',
      'all',
    );

    expect(one).toMatchObject({ user: { name: 'one', email: 'one@example.com' }, role: 'agent', sees_no_inbox: false });
    expect(one.inboxes).toEqual([{ id: sales.id, name: 'Sales' }]);
    expect(all).toMatchObject({ user: { name: 'Al' }, inboxes: [{ id: support.id }, { id: sales.id }] });
    const page = await fetch(`${server.url}${new URL(one.link).pathname}${new URL(one.link).search}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Choose a password')]);
  });

  it('says that somebody without an inbox sees nothing yet', async () => {
    const { stdout } = await users(['invite', 'blind@example.com', '--account', String(account.id)]);

    expect(stdout).toContain(`is invited to account ${account.id}, Acme, as agent.\nLink     http://`);
    expect(stdout).toContain('They see no inbox yet: ');
  });

  it('refuses who is a member already, and what does not exist', async () => {
    await api('/agents', { email: 'here@example.com' });

    const again = await users(['invite', 'here@example.com', '--account', String(account.id)]);
    const missing = await users(['invite', 'new@example.com', '--account', String(account.id), '--inbox', '99999']);
    const nowhere = await users(['invite', 'new@example.com', '--account', '99999']);
    const wrong = await users(['invite', 'nobody', '--account', String(account.id)]);

    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('works in account')]);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringContaining('has no inbox 99999; its inboxes are: '),
    ]);
    expect([nowhere.code, wrong.code]).toEqual([1, 2]);
    expect(wrong.stderr).toContain('"nobody" is not an e-mail address');
  });
});

describe('parley users notify', () => {
  it('chooses what a member is mailed of, and prints it', async () => {
    await givenMember('nia@example.com', 'Nia');
    const notify = (...args: string[]) => json('notify', 'nia@example.com', '--account', String(account.id), ...args);

    const before = await notify();
    const chosen = await notify('--mail', 'assigned_conversation_new_message', '--mail', 'conversation_assignment');
    const after = await notify();
    const none = await users(['notify', 'NIA@example.com', '--account', String(account.id), '--mail', 'none']);

    expect(before.mailed_of).toEqual(['conversation_assignment']);
    expect(chosen.mailed_of).toEqual(['conversation_assignment', 'assigned_conversation_new_message']);
    expect(after).toEqual(chosen);
    expect(none.stdout).toContain('Nia <nia@example.com> is mailed of nothing in account');
  });

  it('refuses who is no member, and kinds that there are not', async () => {
    const elsewhere = await users(['notify', 'ada@example.com', '--account', '999', '--mail', 'all']);
    const unknown = await users(['notify', 'ada@example.com', '--account', String(account.id), '--mail', 'weather']);

    expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining('does not work in account 999')]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('conversation_assignment')]);
  });
});

describe('parley users reset-password', () => {
  it('sets the password, ends all sessions and links to sign in with, and keeps API tokens', async () => {
    const session = await givenSession('Old-password-1');
    const before = await statusWith(session);
    await withRows(place, async (rows) => {
      const { id } = await rows
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'ada@example.com')
        .executeTakeFirstOrThrow();
      const times = { created_at: new Date(), expires_at: new Date(Date.now() + 60_000) };
      await rows
        .insertInto('login_links')
        .values({ user_id: id, digest: 'd', ...times })
        .execute();
    });

    const { code, stdout } = await users(
      ['reset-password', ' ADA@example.com', '--password-stdin'],
      'New-password-2\n',
    );

    expect([code, stdout]).toEqual([0, expect.stringContaining('API tokens that stay valid: ')]);
    expect(stdout).not.toContain('New-password-2');
    expect([before, await statusWith(session), await statusWith({ api_access_token: account.token })]).toEqual([
      200, 401, 200,
    ]);
    expect([await signIn('Old-password-1'), typeof (await signIn('New-password-2'))]).toEqual([401, 'object']);
    expect(await withRows(place, (rows) => rows.selectFrom('login_links').selectAll().execute())).toEqual([]);
  });

  it('makes a password, prints it once, and ends API tokens where it is told to', async () => {
    const email = 'tokens@example.com';
    await givenMember(email);
    const made = await json('token', email, '--name', 'Lost');
    const before = await statusWith({ api_access_token: made.access_token });

    const reset = await json('reset-password', email, '--generate', '--end-tokens');

    expect(reset).toEqual({
      user: { id: expect.any(Number), name: 'Gus', email },
      password: expect.stringMatching(/^\S{16}$/),
      access_tokens: 0,
    });
    expect([before, await statusWith({ api_access_token: made.access_token })]).toEqual([200, 401]);
    expect(typeof (await signIn(reset.password, email))).toBe('object');
  });

  it.each([
    [['nobody@example.com', '--generate'], '', 1, 'no user has the address nobody@example.com: "parley users list"'],
    [['ada@example.com', '--password-stdin'], 'weak', 2, 'the password must have 6 to 128 characters'],
    [['ada@example.com', '--password-stdin'], '', 2, 'the password must have 6 to 128 characters'],
    [
      ['ada@example.com'],
      'From-a-pipe-1',
      2,
      'there is no terminal on which to ask for the password: use --password-stdin',
    ],
    [['ada@example.com', '--generate', '--password-stdin'], '', 2, 'not both'],
    [[], '', 2, "missing required argument 'email'"],
  ])('answers %j with one line', async (args, input, exitCode, line) => {
    const { code, stdout, stderr } = await users(['reset-password', ...args], input);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});

describe('parley users token', () => {
  it('makes a token that works at once, and is shown once', async () => {
    const made = await json(
      'token',
      'ada@example.com',
      '--name',
      'Report',
      '--scope',
      'read',
      '--expires',
      '2099-12-31',
    );

    const headers = { api_access_token: made.access_token };
    const listed = await (await call('/api/v1/profile/access_tokens', headers)).json();
    const refused = await call('/api/v1/profile/reset_access_token', headers, 'POST');

    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Report',
      scopes: ['read'],
      expires_at: '2099-12-31T00:00:00.000Z',
      access_token: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(listed).toContainEqual(
      expect.objectContaining({ id: made.id, name: 'Report', current: true, scopes: ['read'] }),
    );
    expect([refused.status, await statusWith({ api_access_token: account.token })]).toEqual([403, 200]);
  });

  it('says the same for people', async () => {
    const { stdout } = await users(['token', 'ada@example.com', '--name', 'Rescue']);

    expect(stdout).toMatch(/^Token \d+, Rescue, of Ada <ada@example.com>: scope write, does not expire\n/);
    expect(stdout).toMatch(/Access token +\S{32}\nIt is not shown again\.\n$/);
  });

  it.each([
    [['ada@example.com'], 2, "required option '--name <name>'"],
    [['ada@example.com', '--name', ' '], 2, "--name can't be blank"],
    [['ada@example.com', '--name', 'n'.repeat(256)], 2, '--name is too long'],
    [['ada@example.com', '--name', 'X', '--scope', 'admin'], 2, 'Allowed choices are read, write'],
    [['ada@example.com', '--name', 'X', '--expires', 'soon'], 2, 'It must be a time such as'],
    [['ada@example.com', '--name', 'X', '--expires', '2020-01-01'], 1, 'expires_at must lie in the future'],
    [['nobody@example.com', '--name', 'X'], 1, 'no user has the address'],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await users(['token', ...args]);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});

describe('parley users sessions', () => {
  it('lists the sessions, and ends one or all at once', async () => {
    const first = await givenSession('Session-one-1');
    const second = (await signIn('Session-one-1')) as Headers;
    const third = (await signIn('Session-one-1')) as Headers;
    for (const headers of [first, second, third]) await statusWith(headers);

    const listed = await json('sessions', 'ada@example.com');
    const oldest = listed.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)[0];
    const one = await json('sessions', 'ada@example.com', '--end', String(oldest.id));
    const afterOne = await Promise.all([first, second].map((headers) => statusWith(headers)));
    const all = await users(['sessions', 'ada@example.com', '--end']);
    const afterAll = await Promise.all([second, third].map((headers) => statusWith(headers)));

    expect(listed).toHaveLength(3);
    expect(oldest).toEqual({
      id: expect.any(Number),
      ip_address: '127.0.0.1',
      user_agent: 'Rescue/1.0',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect([one, afterOne]).toEqual([{ ended: 1 }, [401, 200]]);
    expect([all.stdout, afterAll]).toEqual(['Ended 2 sessions of Ada <ada@example.com>.\n', [401, 401]]);
    expect((await users(['sessions', 'ada@example.com'])).stdout).toBe('There is no session.\n');
  });

  it.each([
    [['ada@example.com', '--end', '999999'], 1, 'Session not found'],
    [['ada@example.com', '--end', 'some'], 2, 'must be a number'],
    [['nobody@example.com', '--end', 'all'], 1, 'no user has the address'],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await users(['sessions', ...args]);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
  });
});

describe('parley users mfa', () => {
  it('shows whether it is on, switches it off for somebody who is locked out, and notes who did', async () => {
    const headers = await givenSession('Session-two-2');
    const post = (path: string, body: object) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const begun = (await (await post('/api/v1/profile/mfa', {})).json()) as { secret: string };
    const before = await json('mfa', 'ada@example.com');
    await post('/api/v1/profile/mfa/verify', { otp_code: codeBySecret(begun.secret, new Date()) });

    const shown = await json('mfa', ' ADA@example.com');
    const asked = Number((await tryToSignIn('Session-two-2')).status);
    const { stdout } = await users(['mfa', 'ada@example.com', '--off']);
    const again = await json('mfa', 'ada@example.com', '--off');

    const user = expect.objectContaining({ email: 'ada@example.com' });
    expect(before).toEqual({ user, enabled: false, enabled_at: null, backup_codes_left: 0, changed: false });
    expect(shown).toEqual({
      user,
      enabled: true,
      enabled_at: expect.any(String),
      backup_codes_left: 10,
      changed: false,
    });
    expect(asked).toBe(206);
    expect(stdout).toBe('Signing in as Ada <ada@example.com> takes the password alone from now on.\n');
    expect(again).toMatchObject({ enabled: false, changed: false });
    expect((await tryToSignIn('Session-two-2')).status).toBe(200);
    const log = parsed(await runParley(['audit-log', '--account', String(account.id), '--json'], place, {}));
    expect(JSON.stringify(log)).toContain('parley users mfa');
  });

  it('is off for somebody who has none, and unknown for nobody', async () => {
    await givenMember('mfa@example.com');

    const { stdout } = await users(['mfa', 'mfa@example.com']);
    const unknown = await users(['mfa', 'nobody@example.com', '--off']);

    expect(stdout).toBe('Signing in as Gus <mfa@example.com> takes no code of an authenticator app.\n');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no user has the address')]);
  });
});

describe('parley users role', () => {
  it('changes the role of a member, and leaves an administrator', async () => {
    const email = 'role@example.com';
    await givenMember(email);
    const number = String(account.id);
    const { access_token: token } = await json('token', email, '--name', 'Role');
    const webhooks = () => statusWith({ api_access_token: token }, `/api/v1/accounts/${number}/webhooks`);

    const before = await webhooks();
    const promoted = await json('role', email, '--account', number, 'administrator');
    const after = await webhooks();
    await json('role', email, '--account', number, 'agent');
    const last = await users(['role', 'ada@example.com', '--account', number, 'agent']);

    expect(promoted).toEqual({
      user: expect.objectContaining({ email }),
      account_id: account.id,
      role: 'administrator',
    });
    expect([before, after, await webhooks()]).toEqual([403, 200, 403]);
    expect([last.code, last.stderr]).toEqual([
      1,
      expect.stringContaining('this is the last administrator of the account'),
    ]);
    expect(await statusWith({ api_access_token: account.token }, `/api/v1/accounts/${number}/webhooks`)).toBe(200);
  });

  it.each([
    [['ada@example.com', '--account', '999', 'agent'], 1, 'ada@example.com does not work in account 999'],
    [['ada@example.com', '--account', '1', 'owner'], 2, 'Allowed choices are administrator, agent'],
    [['ada@example.com', 'agent'], 2, "required option '--account <id>'"],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await users(['role', ...args]);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
