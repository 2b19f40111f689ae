import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VERSION } from '../../src/version.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace } from '../support/database.ts';
import { givenAccount, givenConversation, givenInbox } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const shown = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replaceAll('&#x27;', "'");

/** The steps that the page lists, each as its text. */
const stepsIn = (text: string) =>
  [...text.matchAll(/<li>(.*?)<\/li>/gs)]
    .map(([, step]) => step!.replaceAll(/<[^>]+>/g, ''))
    .filter((step) => !step.startsWith('The API') && !step.startsWith('Channels'));
const doneIn = (text: string) => stepsIn(text).filter((step) => step.endsWith(' done'));

describe('the first steps', () => {
  it('tick themselves on the machine of the server, and go when all are done', async () => {
    const place = await givenPlace();
    const own = await givenApp({}, { place });
    const read = async () => (await own.request('GET', '/')).text;

    const before = await read();
    const account = await givenAccount(own);
    const withAccount = await read();
    const { id } = await givenConversation(account);
    await account.call('POST', `/conversations/${id}/messages`, { content: 'Hello', message_type: 'incoming' });
    await account.call('POST', `/conversations/${id}/messages`, { content: 'Good morning', message_type: 'outgoing' });
    await account.call('POST', '/agents', { name: 'Grace', email: 'grace@acme.example', role: 'agent' });
    const later = await read();
    await own.stop();
    const mailed = await givenApp({ 'mail.smtp_url': 'smtp://127.0.0.1:9' }, { place });
    const { text: all } = await mailed.request('GET', '/');
    await mailed.stop();
    await place.remove();

    expect([stepsIn(before).length, doneIn(before)]).toEqual([5, []]);
    expect(before).toContain('parley create-account');
    expect(doneIn(withAccount)).toEqual(['Make an account done']);
    expect(withAccount).not.toContain('parley create-account');
    expect(doneIn(later)).toEqual([
      'Make an account done',
      'Make an inbox done',
      'Answer a message done',
      'Invite a colleague done',
    ]);
    expect(all).not.toContain('First steps');
  });

  it('are told elsewhere only while there is no account: that one has to be made', async () => {
    const place = await givenPlace();
    const own = await givenApp({}, { place });
    const read = async () => (await own.request('GET', '/', { headers: { 'x-forwarded-for': '203.0.113.7' } })).text;

    const before = await read();
    const account = await givenAccount(own);
    await givenInbox(account);
    const after = await read();
    await own.stop();
    await place.remove();

    expect(stepsIn(before)).toEqual([expect.stringContaining('parley create-account')]);
    expect(after).not.toContain('First steps');
  });
});

/** Sent by a browser in which somebody opens an address. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('GET / in a browser', () => {
  it.each(['GET', 'HEAD'])('leads to the console, at the host by which it was opened: %s', async (method) => {
    const { status, headers } = await test.request(method, '/', { headers: { ...BROWSER, host: 'chat.test' } });

    expect([status, headers.get('location')]).toEqual([302, '/app']);
    expect(headers.get('vary')).toContain('Accept');
  });

  it('is a page, as before, for programs that take anything or JSON', async () => {
    const answers = [
      await test.request('GET', '/', { headers: { accept: '*/*' } }),
      await test.request('GET', '/', { headers: { accept: 'application/json' } }),
      await test.request('GET', '/'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ text }) => text.includes('running and ready'))).toEqual([true, true, true]);
  });
});

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

  it.each(['/', '/docs'])(
    'has lines for the shell that work with a token, as does the documentation: %s',
    async (path) => {
      const account = await givenAccount(test);
      const { text } = await test.request('GET', path, { headers: path === '/' ? {} : BROWSER });
      const blocks = [...text.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(([, lines]) => shown(lines!));
      const lines = blocks
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
    },
  );
});
