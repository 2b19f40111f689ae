import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqliteMigrations } from '../../src/db/migrations/sqlite/all.ts';
import { commitOf, VERSION } from '../../src/version.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { runParley } from '../support/parley.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

const COMMANDS = [
  'serve',
  'migrate',
  'create-account',
  'demo',
  'accounts',
  'accounts list',
  'accounts suspend',
  'accounts resume',
  'accounts delete',
  'users',
  'users list',
  'users invite',
  'users reset-password',
  'users token',
  'users sessions',
  'users role',
  'platform-token',
  'platform-token create',
  'platform-token list',
  'platform-token revoke',
  'mails',
  'webhooks',
  'webhooks test',
  'webhooks listen',
  'webhooks log',
  'webhooks replay',
  'webhooks enable',
  'webhooks rotate-secret',
  'channels',
  'channels test',
  'channels log',
  'channels retry',
  'config',
  'version',
];

describe('parley', () => {
  it.each(COMMANDS)(
    '%s has help with an example, which says where the options of every command are',
    async (command) => {
      const { code, stdout, stderr } = await runParley([...command.split(' '), '--help'], place);

      expect(stdout).toContain(`$ parley ${command}`);
      expect(stdout).toContain('Global options: parley --help');
      expect(stdout).not.toContain('print one JSON document');
      expect([code, stderr]).toEqual([0, '']);
    },
  );

  it('has help with the options of every command, and by name', async () => {
    const whole = await runParley(['--help'], place);
    const named = await runParley(['help', 'serve'], place);

    expect(whole.stdout).toContain('--data-dir');
    expect(whole.stdout).not.toContain('Global options: parley --help');
    expect(named).toEqual(await runParley(['serve', '--help'], place));
  });

  it('prints its version', async () => {
    const { code, stdout } = await runParley(['--version'], place);

    expect([code, stdout]).toEqual([0, `${VERSION}\n`]);
  });

  it('tells the commit and the schema', async () => {
    const { stdout } = await runParley(['version', '--json'], place);
    const words = await runParley(['version'], place);

    const told = JSON.parse(stdout) as Record<string, string>;
    expect(told).toEqual({
      version: VERSION,
      commit: commitOf('.'),
      schema: sqliteMigrations.at(-1)!.name,
      node: process.versions.node,
    });
    expect(words.stdout).toContain(`parley ${VERSION}, `);
    expect(words.stdout).toContain(`schema ${told['schema']}`);
  });

  it('prints the list of commands to standard error when none is given', async () => {
    const { code, stdout, stderr } = await runParley([], place);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('create-account');
  });

  it.each([
    [['serv'], `parley: unknown command 'serv' (did you mean serve?)`],
    [['help', 'serv'], `parley: unknown command 'serv' (did you mean serve?)`],
    [['accounts', 'help', 'lst'], `parley: unknown command 'lst' (did you mean list?)`],
    [['frobnicate'], `parley: unknown command 'frobnicate'; see "parley --help"`],
    [['serve', '--prot', '80'], `parley: unknown option '--prot' (did you mean --port?)`],
    [['config', '--jsn'], `parley: unknown option '--jsn' (did you mean --json?)`],
    [['platform-token', 'crate'], `parley: unknown command 'crate' (did you mean create?)`],
    [
      ['create-account', '--name', 'Acme'],
      `parley: required option '--email <address>' not specified; see "parley create-account --help"`,
    ],
    [['config', 'more'], 'parley: too many arguments'],
    [['export-contacts', '--account', 'x'], /It must be a number such as 1; see "parley export-contacts --help"/],
    [['jobs', 'run', 'nothing'], 'parley: there is no "nothing" in the timetable, which has '],
  ])('answers %j with one line and exit code 2', async (args, line) => {
    const { code, stdout, stderr } = await runParley(args, place);

    expect([code, stdout]).toEqual([2, '']);
    const isSaid = typeof line === 'string' ? stderr.startsWith(line) : line.test(stderr);
    expect([isSaid, stderr]).toEqual([true, stderr]);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('takes the options of every command before and after its name', async () => {
    const before = await runParley(['--json', '--data-dir', '/elsewhere', 'config'], place);
    const after = await runParley(['config', '--data-dir', '/elsewhere', '--json'], place);

    expect(JSON.parse(before.stdout)).toMatchObject({ data_dir: '/elsewhere' });
    expect(after).toEqual(before);
  });

  it('shows a stack trace under --debug only', async () => {
    const args = ['serve', '--data-dir', '/dev/null/nowhere'];

    const plain = await runParley(args, place);
    const debug = await runParley([...args, '--debug'], place);

    expect(plain.code).toBe(1);
    expect(plain.stderr).not.toMatch(/^ +at /m);
    expect(debug.stderr).toMatch(/^ +at /m);
  });
});
