import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config.ts';
import { givenApp, type TestApp } from '../support/app.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DATA = '/var/lib/parley';
/** Long, since an image is downloaded, and the program built. */
const BUILD_MS = 900_000;

/** The instructions of the Containerfile, each with the rest of its lines. */
const instructions = read('config/Containerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ name: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1).trim() }));
const restsOf = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest);

type Service = {
  image: string;
  profiles: string[];
  build?: { context: string; dockerfile: string };
  read_only?: boolean;
  environment?: Record<string, string>;
  ports?: string[];
  volumes: string[];
  depends_on?: string[] | Record<string, unknown>;
};
const compose = parse(read('config/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const port = loadConfig(undefined, {}, {}).server.port;

/** Whether loading the settings knows these variables, with these values. */
const areSettings = (variables: Record<string, string>) => loadConfig(undefined, variables, {}) !== null;

describe('config/Containerfile', () => {
  it('has instructions that there are', () => {
    const known = ['ARG', 'CMD', 'COPY', 'ENTRYPOINT', 'ENV', 'EXPOSE', 'FROM', 'HEALTHCHECK', 'RUN', 'STOPSIGNAL'];

    expect([...new Set(instructions.map(({ name }) => name))].toSorted()).toEqual([
      ...known,
      'USER',
      'VOLUME',
      'WORKDIR',
    ]);
    for (const name of ['CMD', 'ENTRYPOINT']) expect(JSON.parse(restsOf(name)[0]!)).toEqual(expect.any(Array));
  });

  it('copies files that are there, and all that the installer gives the build', () => {
    const copied = restsOf('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    const [, parts = ''] = /for part in (.*); do/.exec(read('install.sh')) ?? [];
    const left = read('.dockerignore').trim().split('\n');

    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(parts.split(' ').filter((part) => !copied.includes(part))).toEqual([]);
    expect(copied.filter((path) => left.includes(path))).toEqual([]);
    expect(restsOf('COPY').at(-1)).toBe('--from=build /build/dist/parley /usr/local/bin/parley');
  });

  it('runs without root, with the port and the folder of the settings', () => {
    const variables = Object.fromEntries(
      restsOf('ENV').flatMap((rest) => rest.split(' ').map((each) => each.split('=') as [string, string])),
    );

    expect(restsOf('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
    expect(restsOf('EXPOSE')).toEqual([String(port)]);
    expect(restsOf('VOLUME')).toEqual([DATA]);
    expect(variables).toMatchObject({ PARLEY_DATA_DIR: DATA });
    expect(areSettings(variables)).toBe(true);
  });

  it('asks a server whether it is ready', async () => {
    const [, json = '[]'] = /CMD (\[.*\])$/.exec(restsOf('HEALTHCHECK')[0]!) ?? [];
    const [program = '', ...args] = JSON.parse(json) as string[];
    const ask = (at: string) =>
      promisify(execFile)(program, args, { env: { PATH: process.env['PATH'], PARLEY_SERVER_PORT: at } }).then(
        () => 'ready',
        () => 'failed',
      );

    expect([await ask(new URL(test.url).port), await ask('1')]).toEqual(['ready', 'failed']);
    expect(json).toContain(`:-${port}}`);
  });

  const hasEngine = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;
  (hasEngine ? it : it.skip)(
    'makes an image that works with a file system that cannot be written to',
    async () => {
      const docker = async (...args: string[]) =>
        (await promisify(execFile)('docker', args, { cwd: ROOT, maxBuffer: 2 ** 26 })).stdout.trim();
      await docker('build', '-f', 'config/Containerfile', '-t', 'parley-test', '.');
      const id = await docker('run', '-d', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', 'parley-test');
      try {
        const account = ['create-account', '--name', 'Acme', '--email', 'ada@example.com', '--json'];
        const made = JSON.parse(await docker('exec', id, 'parley', ...account)) as { account: { name: string } };

        expect(made.account.name).toBe('Acme');
        expect(await docker('exec', id, 'id', '-u')).not.toBe('0');
      } finally {
        await docker('rm', '--force', '--volumes', id);
      }
    },
    BUILD_MS,
  );
});

describe('config/compose.yaml', () => {
  const services = Object.entries(compose.services);
  const own = services.filter(([, { image }]) => image === 'parley').map(([, service]) => service);

  it('starts Parley alone, or with PostgreSQL and Caddy', () => {
    const inProfile = (profile: string) =>
      services.filter(([, { profiles }]) => profiles.includes(profile)).map(([name]) => name);

    expect(inProfile('alone')).toEqual(['parley-alone']);
    expect(inProfile('full')).toEqual(['parley', 'postgres', 'caddy']);
  });

  it('names only services, volumes and files that there are', () => {
    const needed = services.flatMap(([, { depends_on: on = [] }]) => (Array.isArray(on) ? on : Object.keys(on)));
    const volumes = services.flatMap(([, service]) => service.volumes.map((volume) => volume.split(':')[0]!));

    expect(needed.filter((name) => !compose.services[name])).toEqual([]);
    expect([...new Set(volumes)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    for (const { build } of own) expect(existsSync(join(ROOT, 'config', build!.context, build!.dockerfile))).toBe(true);
  });

  it('gives Parley its port, its folder and settings that there are, and nothing else to write to', () => {
    for (const service of own) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: [`parley:${DATA}`] });
      expect(areSettings(filled(service.environment ?? {}))).toBe(true);
    }
    expect(compose.services['parley-alone']!.ports).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(read('config/compose.yaml')).toContain(`--to parley:${port}\n`);
  });
});

/** The values with what stands for a variable that is not given. */
function filled(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')]),
  );
}
