import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { agentIdentifier, closeSockets, givenSocket, pubsubTokenOf } from '../../support/cable/bare-socket.ts';
import { givenPlace } from '../../support/database.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { givenOpenidProvider, type OpenidProvider } from '../../support/identity/openid.ts';
import { runParley } from '../../support/parley.ts';
import { quickHash } from '../../support/quick-hash.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const PASSWORD = 'Correct-horse-1';
const NEW = 'Battery-staple-2';
const hash = quickHash(PASSWORD);

let server: MailServer;
let provider: OpenidProvider;
let place: Awaited<ReturnType<typeof givenPlace>>;
let test: TestApp;
beforeAll(async () => {
  server = await givenMailServer();
  provider = await givenOpenidProvider();
  place = await givenPlace();
  test = await givenApp({ ...provider.settings, 'mail.smtp_url': server.url, 'signup.enabled': 'true' }, { place });
});
afterEach(closeSockets);
afterAll(async () => {
  await test.stop();
  await provider.stop();
  await server.stop();
  await place.remove();
});

type Person = { id: number; email: string; token: string };
const newAddress = () => `${randomUUID()}@example.com`;

/** Somebody who signs up with an address that may not be theirs. */
async function givenSignedUp(email = newAddress()): Promise<Person> {
  const body = { account_name: 'Own', user_full_name: 'Eve', email, password: PASSWORD };
  const { data } = (await test.request('POST', '/api/v1/accounts', { body, token: null })).body;
  return { id: data.id, email, token: data.access_token };
}

/** An agent who has taken an address that may not be theirs. */
async function givenReaddressed(email = newAddress()): Promise<Person> {
  const { id, token } = await givenAgent(test, await givenAccount(test));
  await test.rows().updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
  const body = { email, current_password: PASSWORD };
  await test.request('PATCH', '/api/v1/profile', { token, body });
  return { id, email, token };
}

const invite = (account: TestAccount, { email }: { email: string }, role = 'agent') =>
  account.call('POST', '/agents', { email, role });
const profileOf = ({ token }: Person) => test.request('GET', '/api/v1/profile', { token });
const accountsOf = async (person: Person) =>
  (await profileOf(person)).body.accounts.map((each: { id: number }) => each.id);
const labelsOf = (account: TestAccount, { token }: { token: string }) =>
  account.call('GET', '/labels', undefined, { token });
const isConfirmed = async (account: TestAccount, { id }: { id: number }) =>
  (await account.call('GET', '/agents')).body.find((agent: { id: number }) => agent.id === id).confirmed;
const tokenIn = (text = '') => /reset_password_token=(\S+)/.exec(text)?.[1] ?? '';
const choose = (token: string) =>
  test.request('PUT', '/auth/password', { token: null, body: { reset_password_token: token, password: NEW } });
const signIn = async ({ email }: Person, password: string) =>
  (await test.request('POST', '/auth/sign_in', { token: null, body: { email, password } })).status;

const sessionOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']));

/** What the owner of the address is mailed, and does with it. */
async function chooseByMail({ email }: Person) {
  const [mail] = await server.mailsTo(email);
  const chosen = await choose(tokenIn(mail?.email.text));
  return { mail: mail!.email, status: chosen.status, session: sessionOf(chosen) };
}

describe.each([
  ['signed up with it', givenSignedUp],
  ['changed theirs to it', givenReaddressed],
])('an address that nobody has proved, of somebody who %s', (_, givenPerson) => {
  it('opens no account that invites it', async () => {
    const account = await givenAccount(test);
    const eve = await givenPerson();

    await invite(account, eve, 'administrator');
    const entered = await labelsOf(account, eve);
    const available = await test.request('POST', '/api/v1/profile/availability', {
      token: eve.token,
      body: { account_id: account.id, availability: 'busy' },
    });
    const socket = await givenSocket(test);
    socket.subscribe(agentIdentifier({ id: eve.id, pubsubToken: await pubsubTokenOf(test, eve.token) }, account));
    const { type } = await socket.frame(({ identifier }) => identifier !== undefined);

    expect([entered.status, available.status, type]).toEqual([403, 403, 'reject_subscription']);
    expect(entered.body.message).toContain('choose a password by the link in the mail of the invitation');
    expect(await accountsOf(eve)).not.toContain(account.id);
    expect(await isConfirmed(account, eve)).toBe(false);
  });

  it('gives the account to who reads its mails, and ends what there was before', async () => {
    const account = await givenAccount(test, 'Beta');
    const eve = await givenPerson();
    await invite(account, eve, 'administrator');

    const { mail, status, session } = await chooseByMail(eve);

    expect(mail.text).toMatch(
      /has made you an administrator of Beta[^]*nobody has shown yet that the address is theirs/,
    );
    expect(status).toBe(200);
    const old = [(await profileOf(eve)).status, await signIn(eve, PASSWORD)];
    expect([...old, await signIn(eve, NEW)]).toEqual([401, 401, 200]);
    const entered = await account.call('GET', '/labels', undefined, { token: null, headers: session });
    expect([entered.status, await isConfirmed(account, eve)]).toEqual([200, true]);
  });

  it('is the user of who signs in with it at the identity provider, and of nobody before', async () => {
    const eve = await givenPerson();
    const { headers } = await test.request('GET', '/auth/oidc', { token: null });
    const back = await provider.signIn(headers.get('location')!, { sub: randomUUID(), email: eve.email });
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!;

    const signedIn = await test.request('GET', `${back.pathname}${back.search}`, { headers: { cookie } });

    expect(new URL(signedIn.headers.get('location')!).searchParams.get('email')).toBe(eve.email);
    expect([(await profileOf(eve)).status, await signIn(eve, PASSWORD)]).toEqual([401, 401]);
  });

  it('becomes the administrator of no account that the operator makes', async () => {
    const { email } = await givenPerson();

    const { code, stderr } = await runParley(['create-account', '--name', 'New', '--email', email], place);

    expect([code, stderr]).toEqual([1, expect.stringContaining('nobody has shown yet that it is theirs')]);
    expect(await test.rows().selectFrom('accounts').select('id').where('name', '=', 'New').execute()).toEqual([]);
  });

  it('is invited by the operator with a link to choose a password', async () => {
    const account = await givenAccount(test);
    const { email } = await givenPerson();

    const args = ['users', 'invite', email, '--account', String(account.id), '--json'];
    const { link } = JSON.parse((await runParley(args, place)).stdout);

    expect((await choose(tokenIn(link))).status).toBe(200);
  });
});

describe('an invitation', () => {
  it('is accepted with its link, by somebody who only answers mails', async () => {
    const account = await givenAccount(test);
    const email = newAddress();
    const { body: invited } = await invite(account, { email });
    const [welcome] = await server.mailsTo(email);
    const before = await isConfirmed(account, invited);

    await choose(tokenIn(welcome?.email.text));

    expect([before, await isConfirmed(account, invited)]).toEqual([false, true]);
  });

  it('is accepted with a token that the operator gives', async () => {
    const account = await givenAccount(test);
    const email = newAddress();
    await invite(account, { email });

    const { stdout } = await runParley(['users', 'token', email, '--name', 'First', '--json'], place);

    expect((await labelsOf(account, { token: JSON.parse(stdout).access_token })).status).toBe(200);
  });

  it('is accepted with a password that the operator gives', async () => {
    const account = await givenAccount(test);
    const email = newAddress();
    await invite(account, { email });

    const { stdout } = await runParley(['users', 'reset-password', email, '--generate', '--json'], place);
    const { password } = JSON.parse(stdout);
    const signedIn = await test.request('POST', '/auth/sign_in', { token: null, body: { email, password } });

    const headers = sessionOf(signedIn);
    expect((await account.call('GET', '/labels', undefined, { token: null, headers })).status).toBe(200);
  });

  it('is not accepted with another address, proved as it may be', async () => {
    const account = await givenAccount(test);
    const eve = await givenSignedUp();
    await invite(account, eve);
    const own = newAddress();
    const body = { email: own, current_password: PASSWORD };
    await test.request('PATCH', '/api/v1/profile', { token: eve.token, body });
    await test.request('POST', '/auth/password', { token: null, body: { email: own } });

    const { session } = await chooseByMail({ ...eve, email: own });
    const { status, body: refused } = await account.call('GET', '/labels', undefined, {
      token: null,
      headers: session,
    });

    expect([status, refused.message]).toEqual([403, expect.stringContaining('sent to another e-mail address')]);
  });

  it('ends nothing where the address is proved', async () => {
    const account = await givenAccount(test);
    const ann = await givenAgent(test, await givenAccount(test));
    await invite(account, ann);

    const [mail] = await server.mailsTo(ann.email);

    expect(mail?.email.text).toContain(`Sign in as ${ann.email} as you do already`);
    expect((await labelsOf(account, ann)).status).toBe(200);
  });
});
