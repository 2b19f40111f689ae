import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VERSION } from '../../src/version.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace } from '../support/database.ts';
import { givenAccount } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const shown = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x3D;', '=');

describe('GET /', () => {
  it('says which version answers, that it is ready, and where to read on', async () => {
    const { status, headers, text } = await test.request('GET', '/');

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`<h1>Parley ${VERSION}</h1>`);
    expect(text).toContain('running and ready');
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path!);
    const found = await Promise.all(links.map((path) => test.request('GET', path)));
    expect(links).toContain('/docs');
    expect(found.map((answer) => answer.status)).toEqual(links.map(() => 200));
  });

  it('loads nothing, and may do nothing but show its style', async () => {
    const { headers, text } = await test.request('GET', '/');

    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toMatch(/<script|<link|<img|\son\w+=|\sstyle=|url\(/);
    expect(Buffer.byteLength(text)).toBeLessThan(4096);
  });

  it('says what fails where the server is not ready', async () => {
    const place = await givenPlace();
    const other = await givenApp({}, { place });
    const uploads = join(place.dataDir, 'uploads');
    rmSync(uploads, { recursive: true, force: true });
    writeFileSync(uploads, 'not a folder');

    const { status, text } = await other.request('GET', '/');
    await other.stop();
    await place.remove();

    expect(status).toBe(200);
    expect(text).toContain('not ready');
    expect(text).toContain('<li>storage: the folder uploads cannot be written');
  });

  it('has lines for the shell that work with a token', async () => {
    const account = await givenAccount(test);
    const { text } = await test.request('GET', '/');
    const blocks = [...text.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, lines]) => shown(lines!));
    const lines = blocks
      .slice(1)
      .join('\n')
      .replace('TOKEN=...', `TOKEN=${account.administrator.token}`)
      .replace(/accounts\/1$/m, `accounts/${account.id}`)
      .replaceAll('curl -sS', 'echo; curl -sS --fail-with-body');

    const { stdout } = await promisify(execFile)('/bin/sh', ['-ec', lines], { timeout: 20_000 });

    const [profile, inbox, list] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(profile.accounts[0].id).toBe(account.id);
    expect(inbox).toMatchObject({ name: 'Support' });
    expect(list.data.payload).toEqual([]);
  });
});
