import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { givenUnmigratedPlace, type Place } from '../support/database.ts';
import { runParley } from '../support/parley.ts';

const NODE = join(import.meta.dirname, '../../node_modules/.bin/node');

let place: Place;
let file: string;
let listening: Server | null = null;
beforeEach(async () => {
  place = await givenUnmigratedPlace();
  file = join(place.dataDir, 'secret_key');
});
afterEach(async () => {
  listening?.close();
  listening = null;
  await place.remove();
});

/** What can stand where a file of text should, and how a refusal names it. */
const WRONG: [string, RegExp, (path: string) => void | Promise<void>][] = [
  ['an empty file', / is empty/, (path) => writeFileSync(path, '')],
  ['white space', / is empty/, (path) => writeFileSync(path, ' \n\t\n')],
  ['a named pipe', / is a named pipe, not a file/, (path) => void execFileSync('mkfifo', [path])],
  ['a directory', / is a directory, not a file/, (path) => mkdirSync(path)],
  ['a device', / is a device, not a file/, (path) => symlinkSync('/dev/zero', path)],
  [
    'a socket',
    / is a socket, not a file/,
    (path) => new Promise((resolve) => (listening = createServer().listen(path, resolve))),
  ],
];

const createAccount = (env: Record<string, string> = {}) =>
  runParley(['create-account', '--name', 'Acme', '--email', 'ada@example.com'], place, env);

describe('the file with the secret key', () => {
  it.each(WRONG)('is refused by every command when it is %s', async (_, problem, make) => {
    await make(file);

    const refused = [await runParley(['serve', '--port', '0'], place), await createAccount()];
    const examined = await runParley(['doctor', '--json'], place);

    for (const { code, stdout, stderr } of refused) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        new RegExp(`^parley: \\S+secret_key${problem.source}: put the key back from a backup, or .*\\n$`),
      );
    }
    expect(JSON.parse(examined.stdout)).toContainEqual({
      check: 'secret_key',
      status: 'failed',
      message: expect.stringMatching(problem),
      advice: expect.stringContaining('put the key back from a backup'),
    });
  });

  it('is made by the first start, readable by its user alone, without leaving a temporary file', async () => {
    await createAccount();

    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.dataDir).filter((name) => name.startsWith('secret_key'))).toEqual(['secret_key']);
  });

  it('may hold any text', async () => {
    writeFileSync(file, 'a short word\n');

    expect(await createAccount()).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe('a short word\n');
  });

  it('is made once when several first starts come at the same time', async () => {
    const module = JSON.stringify(join(import.meta.dirname, '../../src/config/own-secret-key.ts'));
    const code = `console.log((await import(${module})).ownSecretKey(process.argv[1]))`;
    const start = () => promisify(execFile)(NODE, ['--input-type=module', '--eval', code, place.dataDir]);

    const started = await Promise.all(Array.from({ length: 8 }, start));

    expect(new Set(started.map(({ stdout }) => stdout))).toEqual(new Set([readFileSync(file, 'utf8')]));
  });
});

describe('a file that the environment names for a secret', () => {
  it.each(WRONG)('is refused when it is %s', async (_, problem, make) => {
    const path = join(place.dataDir, 'secret');
    await make(path);

    const { code, stderr } = await createAccount({ PARLEY_SECRET_KEY_FILE: path });
    const examined = await runParley(['doctor', '--json'], place, { PARLEY_MAIL_SMTP_URL_FILE: path });

    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(`^parley: cannot read the file that PARLEY_SECRET_KEY_FILE names: \\S+${problem.source}\\n$`),
      ),
    ]);
    expect(JSON.parse(examined.stdout)).toEqual([
      expect.objectContaining({
        check: 'configuration',
        status: 'failed',
        message: expect.stringMatching(problem),
      }),
    ]);
  });

  it('may be a pipe from the shell, which is read to its end', async () => {
    const script = join(place.dataDir, 'start.sh');
    writeFileSync(script, 'PARLEY_SECRET_KEY_FILE=<(sleep 0.2; echo from the pipe) "$@"\n');
    chmodSync(script, 0o700);
    const code = `const { loadConfig } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/config.ts'))});
      console.log(loadConfig(undefined, process.env, {}).secret_key)`;

    const key = execFileSync('bash', [script, NODE, '--input-type=module', '--eval', code], {
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });

    expect(key).toBe('from the pipe\n');
  });

  it('is not blank as a value, either', async () => {
    const { code, stderr } = await createAccount({ PARLEY_SECRET_KEY: '  ' });

    expect([code, stderr]).toEqual([2, 'parley: secret_key must not be blank\n']);
  });
});
