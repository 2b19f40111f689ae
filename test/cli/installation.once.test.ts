import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runParley } from '../support/parley.ts';

/** A user of Linux who owns nothing. */
const NOBODY = 65_534;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const place = (dataDir: string) => ({ dataDir, databaseUrl: '', remove: async () => {} });

describe('a data directory that is none', () => {
  it.each([
    ['jobs', 'list'],
    ['platform-token', 'list'],
    ['webhooks', 'test', '--account', '1'],
    ['channels', 'list'],
    ['export-contacts', '--account', '1'],
  ])('is refused by %s %s, and not made', async (...args) => {
    const missing = join(folder, 'tpyo');

    const { code, stdout, stderr } = await runParley(args, place(missing));

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${missing} is not a data directory of Parley`);
    expect(existsSync(missing)).toBe(false);
  });

  it('is made by create-account', async () => {
    const dataDir = join(folder, 'new');

    const { code } = await runParley(['create-account', '--name', 'Acme', '--email', 'a@acme.example'], place(dataDir));
    const listed = await runParley(['jobs', 'list'], place(dataDir));

    expect([code, listed.code]).toEqual([0, 0]);
    expect(readdirSync(dataDir)).toContain('parley.db');
  });
});

describe('a data directory of another user', () => {
  it('is refused with the name of its owner', async () => {
    const own = join(folder, 'own');
    await runParley(['create-account', '--name', 'Acme', '--email', 'a@acme.example'], place(own));
    chmodSync(own, 0o700);
    const isRoot = process.getuid?.() === 0;
    // Without root, only its folder is known to be another's.
    const [path, user] = isRoot ? [own, NOBODY] : ['/root', undefined];
    chmodSync(folder, 0o755);

    const script = `const { refuseOthersFolder } = await import(${JSON.stringify(join(process.cwd(), 'src/cli/installation.ts'))});
      try { refuseOthersFolder(${JSON.stringify(path)}); } catch (error) { console.log(error.message); }`;
    const change = user === undefined ? '' : `process.setgroups([]); process.setgid(${user});`;
    const become = user === undefined ? '' : `${change} process.setuid(${user});`;
    const loaded = `await import(${JSON.stringify(join(process.cwd(), 'src/cli/installation.ts'))}); ${become} ${script}`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loaded]);

    expect(stdout).toBe(`${path} belongs to root: use sudo\n`);
  });
});
