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

    const [path, stdout] = await asOther(own, ['installation'], (folder) => [
      `try { refuseOthersFolder(${folder}); } catch (error) { console.log(error.message); }`,
    ]);

    expect(stdout).toBe(`${path} belongs to root: use sudo\n`);
  });

  it('is left as it is by the advice of the doctor', async () => {
    const own = join(folder, 'examined');
    await runParley(['create-account', '--name', 'Acme', '--email', 'a@acme.example'], place(own));
    chmodSync(own, 0o700);

    const modules = ['doctor/data-directory', 'doctor/secret-key', 'doctor/run-checks'];
    const [path, stdout] = await asOther(own, modules, (folder) => [
      `const config = { data_dir: ${folder}, secret_key: '', database: { url: '' } };`,
      'const checks = [dataDirectoryCheck(config), secretKeyCheck({ config })];',
      'console.log(JSON.stringify(await runChecks(checks, config, () => {})));',
    ]);

    const findings = JSON.parse(stdout) as { check: string; status: string; message: string; advice: string }[];
    expect(findings).toEqual([
      {
        check: 'data_directory',
        status: 'failed',
        message: expect.stringContaining(`${path} belongs to root, not to `),
        advice: 'use sudo',
      },
      {
        check: 'secret_key',
        status: 'failed',
        message: expect.stringMatching(/EACCES|cannot/),
        advice: expect.any(String),
      },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/chown|backup|there is no/);
  });
});

/**
 * What a script prints that has everything of these modules of src/cli, run by a user who does not own the folder.
 * Returns the folder that it is about, too: without root, only root's own is known to be another's.
 */
async function asOther(
  own: string,
  modules: string[],
  linesFor: (folder: string) => string[],
): Promise<[string, string]> {
  const isRoot = process.getuid?.() === 0;
  const path = isRoot ? own : '/root';
  chmodSync(folder, 0o755);

  const loaded = modules.map((name) => {
    const file = JSON.stringify(join(process.cwd(), `src/cli/${name}.ts`));
    return `Object.assign(globalThis, await import(${file}));`;
  });
  const become = isRoot ? [`process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY});`] : [];
  const script = [...loaded, ...become, ...linesFor(JSON.stringify(path))].join('\n');
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return [path, stdout];
}
