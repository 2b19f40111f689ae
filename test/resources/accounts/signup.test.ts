import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenBot, givenPlatformToken } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'signup.enabled': 'true' });
});
afterAll(() => test.stop());

const newEmail = () => `${randomUUID()}@example.com`;
const signUpBody = (more: object = {}) => ({
  account_name: 'Acme',
  email: newEmail(),
  user_full_name: 'Ada Lovelace',
  password: 'Correct-horse-1',
  ...more,
});
const signUp = (body: unknown, token: string | null = null) =>
  test.request('POST', '/api/v1/accounts', { body, token });
const usersNamed = (email: string) => test.rows().selectFrom('users').selectAll().where('email', '=', email).execute();
const countAccounts = async () => (await test.rows().selectFrom('accounts').select('id').execute()).length;

describe('POST /accounts', () => {
  it('creates an account with its administrator, who needs no token for it', async () => {
    const input = signUpBody({ locale: 'pt_BR' });

    const { status, body, headers } = await signUp(input);

    const account = { id: body.account_id, name: 'Acme', locale: 'pt_BR' };
    const user = {
      id: expect.any(Number),
      uid: input.email,
      email: input.email,
      name: 'Ada Lovelace',
      account_id: expect.any(Number),
    };
    expect(status).toBe(201);
    expect(body).toEqual({
      ...user,
      accounts: [account],
      data: {
        ...user,
        provider: 'email',
        pubsub_token: expect.stringMatching(/^[\w-]{43}$/),
        display_name: null,
        available_name: 'Ada Lovelace',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        role: 'administrator',
        inviter_id: null,
        confirmed: true,
        avatar_url: '',
        access_token: expect.stringMatching(/^[\w-]{32}$/),
        accounts: [{ ...account, active_at: null, role: 'administrator' }],
      },
    });
    const session = Object.fromEntries(
      ['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']),
    );
    const path = `/api/v1/accounts/${body.account_id}`;
    const byToken = await test.request('PATCH', path, {
      token: body.data.access_token,
      body: { domain: 'acme.example' },
    });
    const bySession = await test.request('GET', path, { headers: session });
    expect([byToken.status, bySession.status, bySession.body.locale]).toEqual([200, 200, 'pt_BR']);
  });

  it('lets them sign in with the password, of which only a hash is kept', async () => {
    const input = signUpBody({ email: ` ${newEmail().toUpperCase()} ` });

    const { body } = await signUp(input);

    const signedIn = await test.request('POST', '/auth/sign_in', {
      body: { email: body.email, password: input.password },
    });
    expect([signedIn.status, signedIn.body.data.id]).toEqual([200, body.id]);
    const [user] = await usersNamed(body.email);
    expect(body.email).toBe(input.email.trim().toLowerCase());
    expect(user!.password_hash).toMatch(/^scrypt\$/);
  });

  it('is in English unless another language is given', async () => {
    expect((await signUp(signUpBody())).body.accounts[0].locale).toBe('en');
  });

  it.each([
    [{}, ['account_name', 'email', 'user_full_name', 'password']],
    [{ account_name: 'Acme', email: 'ada@example.com' }, ['user_full_name', 'password']],
    [{ ...signUpBody(), account_name: '  ' }, ['account_name']],
    [{ ...signUpBody(), email: null }, ['email']],
    [{ ...signUpBody(), password: '' }, ['password']],
    [{ ...signUpBody(), user_full_name: null }, ['user_full_name']],
  ])('names what is missing in %j', async (body, missing) => {
    const before = await countAccounts();

    const answer = await signUp(body);

    const verb = missing.length === 1 ? 'is' : 'are';
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'Invalid parameters', message: `${missing.join(', ')} ${verb} missing`, attributes: missing },
    ]);
    expect(await countAccounts()).toBe(before);
  });

  it.each([
    ['email', 'ada'],
    ['email', 7],
    ['account_name', 'n'.repeat(256)],
    ['user_full_name', 'n'.repeat(256)],
    ['locale', 'not a language'],
    ['password', 'Aa-12'],
    ['password', 'Aa-1'.repeat(33)],
    ['password', 'correct-horse-1'],
    ['password', 'CORRECT-HORSE-1'],
    ['password', 'Correct-horse'],
    ['password', 'CorrectHorse1'],
    ['password', 123456],
  ])('refuses %s = %j', async (field, value) => {
    const before = await countAccounts();

    const { status, body } = await signUp(signUpBody({ [field]: value }));

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
    expect(await countAccounts()).toBe(before);
  });

  it('takes passwords of 6 and of 128 characters', async () => {
    const answers = [
      await signUp(signUpBody({ password: 'Aa-123' })),
      await signUp(signUpBody({ password: 'Aa-1'.repeat(32) })),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('refuses an e-mail address that is in use, and leaves nothing behind', async () => {
    const { administrator } = await givenAccount(test);
    const before = await countAccounts();

    const { status, body, headers } = await signUp(signUpBody({ email: administrator.email.toUpperCase() }));

    expect([status, body]).toEqual([
      422,
      { error: 'User with this email already exists', message: expect.any(String), attributes: ['email'] },
    ]);
    expect(headers.get('access-token')).toBeNull();
    expect(await countAccounts()).toBe(before);
  });

  it('creates one account when many sign up with one e-mail address at once', async () => {
    const input = signUpBody();

    const answers = await Promise.all([signUp(input), signUp(input), signUp(input)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
    expect(await usersNamed(input.email)).toHaveLength(1);
  });

  it('adds an account to the user whose token comes with it', async () => {
    const { administrator, ...first } = await givenAccount(test, 'First');

    const { status, body } = await signUp({ account_name: 'Second' }, administrator.token);

    expect(status).toBe(201);
    expect(body).toMatchObject({ id: administrator.id, email: administrator.email, data: { role: 'administrator' } });
    expect(body.accounts).toEqual([
      { id: first.id, name: 'First', locale: 'en' },
      { id: body.account_id, name: 'Second', locale: 'en' },
    ]);
    const mine = await test.request('GET', `/api/v1/accounts/${body.account_id}`, { token: administrator.token });
    expect(mine.status).toBe(200);
  });

  it('needs only the name of the account from a user', async () => {
    const { administrator } = await givenAccount(test);

    const { status, body } = await signUp({}, administrator.token);

    expect([status, body.attributes]).toEqual([400, ['account_name']]);
  });

  it('treats every other token as none', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);

    const answers = [
      await signUp(signUpBody(), bot.token),
      await signUp(signUpBody(), await givenPlatformToken(test)),
      await signUp(signUpBody(), 'unknown'),
    ];

    expect(answers.map(({ status, body }) => [status, body.name])).toEqual(Array(3).fill([201, 'Ada Lovelace']));
  });

  it('takes no files', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(signUpBody())) form.set(name, value as string);
    const plain = await signUp(form);
    form.set('file', new Blob(['hello']), 'hello.txt');

    const withFile = await signUp(form);

    expect([plain.status, withFile.status]).toEqual([201, 413]);
  });
});
