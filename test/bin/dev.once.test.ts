import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { type Script, startScript } from '../support/programs/start-script.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What the script needs of the repository. */
const PARTS = ['bin', 'src', 'config', 'templates', 'package.json'];
const ROUTES = 'src/resources/labels/routes.ts';
/** It makes a company, and compiles all sources. */
const LONGEST_START_MS = 120_000;
const SUMMARY = 'A summary that a test has written';

describe('npm run dev', () => {
  let clone: string;
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'parley-dev-'));
    for (const part of PARTS) cpSync(join(ROOT, part), join(clone, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  const scripts: Script[] = [];
  afterEach(async () => {
    for (const { child, ended } of scripts.splice(0)) {
      child.kill('SIGTERM');
      await ended;
    }
  });

  function dev(...args: string[]): Script {
    const script = startScript(join(clone, 'bin/dev.ts'), args);
    scripts.push(script);
    return script;
  }

  /** What it has printed, once it is ready. */
  const readyOf = async ({ printed }: Script) => {
    const text = await eventually(printed, (text) => text.includes('--reset begins anew'), LONGEST_START_MS);
    const valueOf = (name: string) => new RegExp(`${name} +(\\S+)`).exec(text)?.[1] ?? '';
    return { url: valueOf('from source'), token: valueOf('Access token'), password: valueOf('Password') };
  };
  const inSource = (change: (text: string) => string) => {
    const path = join(clone, ROUTES);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const documentAt = (url: string) =>
    fetch(`${url}/openapi.json`).then(
      (answer) => answer.text(),
      () => '',
    );

  it('seeds a company, prints address and token, starts again with each change, waits after a mistake, and ends', async () => {
    const first = dev();
    const { url, token, password } = await readyOf(first);
    const conversations = await fetch(`${url}/api/v1/accounts/1/conversations`, {
      headers: { api_access_token: token },
    });
    const signedIn = await fetch(`${url}/auth/sign_in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nora@example.com', password }),
    });
    expect([conversations.status, signedIn.status]).toEqual([200, 200]);
    expect(statSync(join(clone, '.dev/sqlite/sign-in.json')).mode & 0o777).toBe(0o600);

    inSource((text) => text.replace("summary: 'List labels'", `summary: '${SUMMARY}'`));
    await eventually(
      () => documentAt(url),
      (document) => document.includes(SUMMARY),
    );

    inSource((text) => `const = ;\n${text}`);
    await eventually(
      first.printed,
      (text) => text.includes('it starts again with the next change') && text.includes(`${ROUTES}:1\n`),
    );
    inSource((text) => text.replace('const = ;\n', ''));
    await eventually(
      () => documentAt(url),
      (document) => document.includes(SUMMARY),
    );

    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
    expect(await documentAt(url)).toBe('');

    const second = dev();
    expect(await readyOf(second)).toEqual({ url: expect.any(String), token, password });
    expect(second.printed()).not.toContain('making a company');
  }, 300_000);

  it('refuses a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await dev('--port', String(port)).ended;
    other.close();

    expect([code, stderr]).toEqual([1, expect.stringContaining(`port ${port} is in use`)]);
  });

  it('refuses to remove a PostgreSQL database', async () => {
    const { code, stderr } = await dev('--reset', '--database-url', 'postgres://127.0.0.1/nothing').ended;

    expect([code, stderr]).toEqual([2, expect.stringContaining('--reset removes no PostgreSQL database')]);
  });
});
