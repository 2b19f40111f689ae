import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { givenPlace, type Place } from '../support/database.ts';
import { runParley } from '../support/parley.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

function givenFile(name: string, text: string): string {
  const path = join(place.dataDir, name);
  writeFileSync(path, text);
  return path;
}

describe('parley config', () => {
  it('prints every setting, as YAML or as JSON', async () => {
    const yaml = await runParley(['config'], place);
    const json = await runParley(['config', '--json'], place);

    expect(JSON.parse(json.stdout)).toMatchObject({
      data_dir: place.dataDir,
      server: { host: '127.0.0.1', port: 3000, drain_seconds: 10 },
      signup: { enabled: false },
      webhooks: { retry_minutes: [1, 5, 25] },
    });
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
    expect([yaml.code, json.code, yaml.stderr, json.stderr]).toEqual([0, 0, '', '']);
  });

  it('prefers the file to the defaults, the environment to the file, and options to all of them', async () => {
    const file = givenFile('order.yaml', 'server: { port: 1001, host: 10.0.0.1, max_files: 3 }\ndata_dir: /from/file');
    const env = { PARLEY_SERVER_PORT: '1002', PARLEY_SERVER_HOST: '10.0.0.2', PARLEY_WEBHOOKS_RETRY_MINUTES: '2, 4' };

    const { stdout } = await runParley(
      ['config', '--json', '--config', file, '--data-dir', '/from/option'],
      place,
      env,
    );

    expect(JSON.parse(stdout)).toMatchObject({
      data_dir: '/from/option',
      server: { port: 1002, host: '10.0.0.2', max_files: 3, max_body_bytes: 1_000_000 },
      webhooks: { retry_minutes: [2, 4] },
    });
  });

  it('prints every setting with its meaning', async () => {
    const { stdout, code } = await runParley(['config', '--defaults'], place);
    const json = await runParley(['config', '--defaults', '--json'], place);

    expect(code).toBe(0);
    expect(stdout).toMatch(/# \S.*\n +drain_seconds: 10/);
    expect(parse(stdout)).toEqual(JSON.parse(json.stdout));
  });

  it('refuses a public address with a path, and takes one that ends in a slash', async () => {
    const refused = await runParley(['config'], place, { PARLEY_SERVER_PUBLIC_URL: 'https://example.com/chat' });
    const taken = await runParley(['config', '--json'], place, { PARLEY_SERVER_PUBLIC_URL: 'https://example.com/' });

    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('must have no path')]);
    expect(JSON.parse(taken.stdout).server.public_url).toBe('https://example.com');
  });

  it('reads what the service reads', async () => {
    const etc = join(place.dataDir, 'etc');
    mkdirSync(etc);
    const yamlFile = join(etc, 'parley.yaml');
    writeFileSync(yamlFile, `data_dir: ${place.dataDir}\nserver: { port: 1001, host: 10.0.0.1, max_files: 3 }`);
    writeFileSync(
      join(etc, 'parley.env'),
      `# for the service
; and for others
PARLEY_SERVER_PORT=1002
PARLEY_SERVER_HOST="10.0.0.2"
PARLEY_SECRET_KEY_FILE=/nowhere
PARLEY_MAIL_FROM='Acme #1 <support@acme.example>'
PARLEY_TRANSLATION_URL=https://chat.\\
example.com/#a
OTHER=thing
this is no variable`,
    );
    const env = { PARLEY_TEST_ETC: etc, PARLEY_SERVER_PORT: '1003', PARLEY_SECRET_KEY: 'key' };

    const yaml = await runParley(['config'], place, env);
    const { stdout } = await runParley(['config', '--json'], place, env);
    const given = await runParley(['config', '--json', '--config', givenFile('own.yaml', '')], place, env);

    expect(JSON.parse(stdout)).toMatchObject({
      server: { port: 1003, host: '10.0.0.2', max_files: 3 },
      translation: { url: 'https://chat.example.com/#a' },
      mail: { from: 'Acme #1 <support@acme.example>' },
    });
    expect(JSON.parse(given.stdout)).toMatchObject({ server: { port: 1003, host: '127.0.0.1', max_files: 20 } });
    const elsewhere = await runParley(['config', '--json', '--data-dir', '/srv/other'], place, env);
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ server: { port: 1003, host: '127.0.0.1', max_files: 20 } });
    const [first] = yaml.stdout.split('\n');
    expect(first).toBe(
      `# From the defaults, ${yamlFile}, ${join(etc, 'parley.env')}, the environment and the options.`,
    );
  });

  it('shows no secret, however it was given', async () => {
    const env = {
      PARLEY_SECRET_KEY_FILE: givenFile('key', 'the-secret-key\n'),
      PARLEY_DATABASE_URL: 'postgres://parley:hunter2@db.example.com/parley',
      PARLEY_MAIL_SMTP_URL: 'smtp://me:hunter2@mail.example.com:587',
    };

    const { stdout } = await runParley(['config', '--json'], place, env);

    expect(JSON.parse(stdout)).toMatchObject({
      secret_key: '[redacted]',
      database: { url: '[redacted]' },
      mail: { smtp_url: '[redacted]' },
    });
    expect(stdout).not.toMatch(/hunter2|the-secret-key/);
  });

  it('reads a secret from a file', async () => {
    const env = {
      PARLEY_DATABASE_URL: '',
      PARLEY_DATABASE_URL_FILE: givenFile('url', 'postgres://127.0.0.1:1/none\n'),
    };

    const { stderr } = await runParley(
      ['migrate'],
      { ...place, databaseUrl: '' },
      { PARLEY_DATABASE_URL_FILE: env.PARLEY_DATABASE_URL_FILE },
    );

    expect(stderr).toContain('cannot reach PostgreSQL at 127.0.0.1:1');
  });

  it('warns of variables that are in no section of the settings, and goes on', async () => {
    const { code, stdout, stderr } = await runParley(['config', '--json'], place, {
      PARLEY_TOKEN: 'abc',
      PARLEY_NETWORK_ALLOWED: '10.0.0.0/8',
    });

    expect([code, stderr]).toEqual([0, 'parley: the variable PARLEY_TOKEN is no setting, and is ignored\n']);
    expect(JSON.parse(stdout).webhooks.allowed_networks).toEqual(['10.0.0.0/8']);
  });

  it.each([
    ['an unknown key in the file', 'servr: { port: 1 }', {}, 'unknown key servr.port; did you mean server.port?'],
    [
      'an unknown variable',
      '',
      { PARLEY_SERVER_PROT: '1' },
      'unknown setting PARLEY_SERVER_PROT; did you mean PARLEY_SERVER_PORT?',
    ],
    ['a text for a number', 'server: { port: many }', {}, 'server.port must be a number'],
    ['a number out of range', '', { PARLEY_SERVER_PORT: '70000' }, 'server.port must be less than or equal to 65535'],
    [
      'a pool without connections',
      '',
      { PARLEY_DATABASE_POOL_SIZE: '0' },
      'database.pool_size must be greater than or equal to 2',
    ],
    [
      'an address of another kind',
      'database: { url: "mysql://db" }',
      {},
      'database.url must be an address that starts with postgres://',
    ],
    [
      'a network that is none',
      '',
      { PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '10.0.0.0' },
      'must be networks such as 10.0.0.0/8',
    ],
    ['a file that is not YAML', 'a: [', {}, 'cannot read'],
    [
      'a secret file that is missing',
      '',
      { PARLEY_SECRET_KEY_FILE: '/nowhere' },
      'cannot read the file that PARLEY_SECRET_KEY_FILE names',
    ],
  ])('refuses %s in one line, with exit code 2', async (what, text, env, line) => {
    const file = givenFile(`${what}.yaml`, text);
    const givenByFile = text.includes('database') ? { ...place, databaseUrl: '' } : place;

    const { code, stdout, stderr } = await runParley(
      ['config', '--config', file],
      givenByFile,
      env as Record<string, string>,
    );

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
