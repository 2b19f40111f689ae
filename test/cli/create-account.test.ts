import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { digest, passwordMatches } from '../../src/secrets.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { runParley } from '../support/parley.ts';
import { withRows } from '../support/database/rows.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

const create = (args: string[], input = '') => runParley(['create-account', ...args], place, {}, input);

function userOf(email: string) {
  return withRows(place, (rows) =>
    rows.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
  );
}

describe('parley create-account', () => {
  it('does nothing with --if-none if there is an account already', async () => {
    const args = ['--if-none', '--name', 'First', '--email', 'first@example.com', '--json'];

    const first = await create(args);
    const second = await create(args);

    expect(JSON.parse(first.stdout)).toMatchObject({ account: { name: 'First' } });
    expect(JSON.parse(second.stdout)).toMatchObject({
      account: null,
      message: expect.stringContaining('Nothing to do'),
    });
    expect(second.code).toBe(0);
    const names = await withRows(place, (rows) => rows.selectFrom('accounts').select('name').execute());
    expect(names).toEqual([{ name: 'First' }]);
  });

  it('prints account, administrator, token and a password that it made, as one JSON document', async () => {
    const { code, stdout, stderr } = await create(['--name', 'Acme', '--email', 'Ada@Example.com', '--json']);

    const answer = JSON.parse(stdout);
    expect(answer).toEqual({
      account: { id: expect.any(Number), name: 'Acme' },
      user: { id: expect.any(Number), name: 'Ada', email: 'ada@example.com' },
      access_token: expect.any(String),
      password: expect.any(String),
    });
    expect([code, stderr]).toEqual([0, '']);
    const user = await userOf('ada@example.com');
    expect(await passwordMatches(answer.password, user.password_hash!)).toBe(true);
    expect(answer.password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[-_])[\w-]{16}$/);
    const token = await withRows(place, (rows) =>
      rows.selectFrom('access_tokens').selectAll().where('digest', '=', digest(answer.access_token)).executeTakeFirst(),
    );
    expect(token).toMatchObject({ owner_type: 'User', owner_id: user.id });
  });

  it('prints the same for people', async () => {
    const { stdout } = await create(['--name', 'Words', '--email', 'words@example.com', '--user-name', 'Wanda Words']);

    expect(stdout).toMatch(/Account +\d+, Words/);
    expect(stdout).toContain('Wanda Words <words@example.com>');
    expect(stdout).toMatch(/Password +\S{16}/);
    expect(stdout).toMatch(/Access token +\S{32}/);
  });

  it('adds a user who exists already, and keeps the name and password', async () => {
    await create([
      '--name',
      'One',
      '--email',
      'both@example.com',
      '--user-name',
      'Bo Both',
      '--password',
      'First-password-1',
    ]);

    const { stdout } = await create(['--name', 'Two', '--email', 'BOTH@example.com', '--user-name', 'Other', '--json']);

    const answer = JSON.parse(stdout);
    expect(answer.user).toMatchObject({ name: 'Bo Both', email: 'both@example.com' });
    expect(answer).not.toHaveProperty('password');
    const user = await userOf('both@example.com');
    expect(await passwordMatches('First-password-1', user.password_hash!)).toBe(true);
    const memberships = await withRows(place, (rows) =>
      rows.selectFrom('account_users').selectAll().where('user_id', '=', user.id).execute(),
    );
    expect(memberships.map(({ role }) => role)).toEqual(['administrator', 'administrator']);
  });

  it('reads a password from standard input', async () => {
    const { stdout } = await create(
      ['--name', 'Pipe', '--email', 'pipe@example.com', '--password-stdin', '--json'],
      'From the pipe-1\n',
    );

    expect(JSON.parse(stdout)).not.toHaveProperty('password');
    expect(await passwordMatches('From the pipe-1', (await userOf('pipe@example.com')).password_hash!)).toBe(true);
  });

  it('keeps the language', async () => {
    const { stdout } = await create(['--name', 'Brasil', '--email', 'br@example.com', '--locale', 'pt_BR', '--json']);

    const { id } = JSON.parse(stdout).account;
    const account = await withRows(place, (rows) =>
      rows.selectFrom('accounts').select('locale').where('id', '=', id).executeTakeFirst(),
    );
    expect(account).toEqual({ locale: 'pt_BR' });
  });

  it.each([
    ['a blank name', ['--name', ' ', '--email', 'a@example.com'], "--name can't be blank"],
    ['an address that is none', ['--name', 'A', '--email', 'nonsense'], '--email is not an e-mail address'],
    ['a blank user name', ['--name', 'A', '--email', 'a@example.com', '--user-name', ''], "--user-name can't be blank"],
    ['a language that is none', ['--name', 'A', '--email', 'a@example.com', '--locale', 'in English'], '--locale'],
    [
      'a short password',
      ['--name', 'A', '--email', 'a@example.com', '--password', 'Aa1-5'],
      'it needs more characters',
    ],
    [
      'a weak password',
      ['--name', 'A', '--email', 'a@example.com', '--password', 'longenough'],
      'the password must have 6 to 128 characters, among them an upper-case letter, a lower-case letter, a digit and a ' +
        'special character such as ! or -; it needs an upper-case letter, a digit, a special character',
    ],
    [
      'a long password',
      ['--name', 'A', '--email', 'a@example.com', '--password', `Aa1-${'x'.repeat(125)}`],
      'it needs fewer characters',
    ],
    [
      'two passwords',
      ['--name', 'A', '--email', 'a@example.com', '--password', '123456', '--password-stdin'],
      'not both',
    ],
    ['to ask without a terminal', ['--name', 'A', '--email', 'a@example.com', '--password'], 'use --password-stdin'],
  ])('refuses %s in one line, with exit code 2', async (_what, args, line) => {
    const { code, stdout, stderr } = await create(args);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
