import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { bundledProgram } from '../support/bundle.ts';
import { printedBy } from '../support/programs/printed-by.ts';

const INSTALL = join(import.meta.dirname, '../../install.sh');
/** What every Linux has. */
const BASICS = ['cat', 'dirname', 'find', 'grep', 'id', 'mkdir', 'rm', 'sed', 'uname'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-install-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs install.sh on a machine with the basics and `programs`, which are shell scripts by name. */
function install(args: string[], programs: Record<string, string> = {}, script = INSTALL) {
  const path = mkdtempSync(join(folder, 'path-'));
  const whole = (name: string) => ['/usr/bin', '/bin'].map((bin) => join(bin, name)).find(existsSync);
  for (const name of BASICS) symlinkSync(whole(name)!, join(path, name));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const { status, stdout, stderr } = spawnSync('/bin/sh', [script, '--prefix', join(folder, 'prefix'), ...args], {
    env: { PATH: path, HOME: folder },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A checkout whose npm installs nothing, and whose build gives the program as it runs in tests. */
async function givenCheckout(): Promise<string> {
  const checkout = mkdtempSync(join(folder, 'checkout-'));
  const start = `exec ${process.execPath} ${await bundledProgram()} "$@"`;
  const npm = [
    'if [ "$1" = ci ]; then mkdir -p node_modules/.bin && ln -s "$(command -v node)" node_modules/.bin/node; exit; fi',
    `mkdir -p dist && printf '%s\\n' '#!/bin/sh' '${start}' >dist/parley && chmod 755 dist/parley`,
  ];
  mkdirSync(join(checkout, 'bin'));
  mkdirSync(join(checkout, 'tools'));
  writeFileSync(join(checkout, 'tools/npm'), `#!/bin/sh\n${npm.join('\n')}\n`, { mode: 0o755 });
  for (const file of ['package.json', 'package-lock.json', 'bin/build.ts']) writeFileSync(join(checkout, file), '');
  copyFileSync(INSTALL, join(checkout, 'install.sh'));
  return checkout;
}

/** Runs the installer of the checkout to its end. */
async function installReally(checkout: string, args: string[], env: Record<string, string> = {}) {
  const home = join(folder, 'home');
  const child = spawn('/bin/sh', [join(checkout, 'install.sh'), '--prefix', join(home, 'prefix'), ...args], {
    env: {
      PATH: `${join(checkout, 'tools')}:${dirname(process.execPath)}:/usr/bin:/bin:${home}/prefix/bin`,
      HOME: home,
      PARLEY_DATA_DIR: join(home, 'data'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = printedBy(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...printed };
}

/** The names in the checkout that files of its folder `bin` read, or import. */
function readByBuild(): string[] {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('bin/**/*.ts', { cwd: root });
  const paths = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/'(\.\.?\/[^']*)'/g)].map(([, path]) =>
      relative(root, join(root, dirname(file), path!)),
    ),
  );
  return [...new Set(paths.map((path) => path.split('/')[0]!))].filter((name) => name !== '');
}

describe('install.sh', () => {
  it('gives the build all that it reads', () => {
    const [, parts = ''] = /for part in (.*); do/.exec(readFileSync(INSTALL, 'utf8')) ?? [];

    expect(readByBuild()).toEqual(expect.arrayContaining(['bin', 'src', 'templates']));
    expect(readByBuild().filter((name) => !parts.split(' ').includes(name))).toEqual([]);
  });

  it('explains itself', () => {
    const { status, stdout } = install(['--help']);

    expect(status).toBe(0);
    for (const option of ['--prefix DIR', '--serve', '--service', '--uninstall']) expect(stdout).toContain(option);
  });

  it.each([
    [['--srve'], 'unknown argument --srve'],
    [['--serve', '--service'], '--serve and --service exclude each other'],
    [['--prefix'], '--prefix needs a folder'],
  ])('does not guess what %j means', (args, line) => {
    const { status, stderr } = install(args);

    expect([status, stderr]).toEqual([2, `install.sh: ${line}; see ./install.sh --help\n`]);
  });

  it.each([
    ['node', {}, 'node is missing: install Node.js 20 or later'],
    ['npm', { node: 'echo v20.20.0' }, 'npm is missing'],
    ['a newer Node.js', { node: 'echo v18.19.1', npm: '' }, 'Node.js 20 or later is needed, and this is v18.19.1'],
  ])('says that %s is missing, and changes nothing', (_what, programs, line) => {
    const { status, stderr } = install([], programs as Record<string, string>);

    expect(status).toBe(1);
    expect(stderr).toContain(`install.sh: ${line}`);
    expect(readdirSync(folder)).not.toContain('prefix');
  });

  it('says what npm said when that fails', () => {
    const checkout = join(folder, 'checkout');
    mkdirSync(join(checkout, 'bin'), { recursive: true });
    for (const file of ['package.json', 'package-lock.json', 'bin/build.ts']) writeFileSync(join(checkout, file), '');
    copyFileSync(INSTALL, join(checkout, 'install.sh'));
    symlinkSync('/bin/cp', join(folder, 'cp'));

    const programs = { node: 'echo v20.20.0', npm: 'echo no such registry; exit 1', cp: `exec ${folder}/cp "$@"` };
    const { status, stderr } = install([], programs, join(checkout, 'install.sh'));

    expect(status).toBe(1);
    expect(stderr).toBe('no such registry\ninstall.sh: npm could not install the packages; what it said is above\n');
    expect(existsSync(join(checkout, 'dist/install'))).toBe(false);
  });

  it('says at its end where everything is, and how to start again', async () => {
    const { code, stdout, stderr } = await installReally(await givenCheckout(), []);

    expect([code, stderr]).toEqual([0, '']);
    const home = join(folder, 'home');
    expect(stdout).toContain(`  Data            ${home}/data\n`);
    expect(stdout).toMatch(/ {2}Settings {8}\S*parley\.yaml.*"parley config --defaults" has all of them\n/);
    expect(stdout).toMatch(/ {2}Log {13}what "parley serve" prints\n/);
    expect(stdout).toContain('  Documentation   http://127.0.0.1:3000/docs, and ');
    expect(stdout).toContain(`  Start again     ${home}/prefix/bin/parley serve\n`);
    expect(stdout).toContain(`${home}/prefix/bin/parley create-account --name NAME --email ADDRESS\n`);
  });

  it('looks whether the port is free before it builds', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);

    const checkout = await givenCheckout();
    const first = await installReally(checkout, ['--serve', '--prefix', join(folder, 'none')], {
      PARLEY_SERVER_PORT: port,
    });
    await installReally(checkout, []);
    const again = await installReally(checkout, ['--serve'], { PARLEY_SERVER_PORT: port });
    server.close();

    const line = `install.sh: port ${port} of 127.0.0.1 is in use: stop the program that has it, or take another: PARLEY_SERVER_PORT=3001 ./install.sh --serve\n`;
    expect([first.code, first.stdout, first.stderr]).toEqual([1, '', line]);
    expect([again.code, again.stdout, again.stderr]).toEqual([1, '', line]);
  });

  it('looks whether it may write before it builds', async () => {
    const { code, stdout, stderr } = await installReally(await givenCheckout(), ['--prefix', '/dev/null/parley']);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('install.sh: cannot write to /dev/null: choose another folder with --prefix, or run as root\n');
  });

  it('says that it is not in a checkout', () => {
    const lonely = join(folder, 'install.sh');
    copyFileSync(INSTALL, lonely);

    const { status, stderr } = install([], {}, lonely);

    expect([status, stderr]).toEqual([
      1,
      `install.sh: ${folder} is not a checkout of Parley: package.json is missing\n`,
    ]);
  });

  it('has nothing to remove where nothing is installed', () => {
    const { status, stdout } = install(['--uninstall']);

    expect([status, stdout]).toEqual([0, `There is no ${join(folder, 'prefix')}/bin/parley.\n`]);
  });
});
