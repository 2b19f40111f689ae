import { randomFillSync } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkBudgets } from '../../../bin/web-budgets.ts';
import { bundleWeb, type WebBundle } from '../../../src/web-assets/bundle.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const SCRIPT = '/packs/js/sdk.js';

/** The bytes as they are sent, of which fetch would undo the encoding. */
async function sent(encodings: string | undefined) {
  const asked = request(`${test.url}${SCRIPT}`, {
    headers: encodings === undefined ? {} : { 'Accept-Encoding': encodings },
  });
  asked.end();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  return { headers: answer.headers, bytes: await buffer(answer) };
}

describe('GET /packs/js/sdk.js', () => {
  it('may be loaded by any page, and kept for five minutes', async () => {
    const { status, headers, text } = await test.request('GET', SCRIPT);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(text).toContain('chatwootSDK');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is sent as small as the client can read it', async () => {
    const plain = await sent(undefined);
    const brotli = await sent('gzip, deflate, br');
    const gzip = await sent('gzip, deflate');
    const refused = await sent('br;q=0, identity');

    expect(plain.headers['content-encoding']).toBe(undefined);
    expect(refused.headers['content-encoding']).toBe(undefined);
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotli.headers.vary).toBe('Accept-Encoding');
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  });

  it('is 304 for clients that have it, and has headers alone for HEAD', async () => {
    const { headers, text } = await test.request('GET', SCRIPT);

    const again = await test.request('GET', SCRIPT, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    const head = await fetch(`${test.url}${SCRIPT}`, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } });

    expect([again.status, again.text]).toEqual([304, '']);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });
});

describe('GET /packs/js/{file}', () => {
  it('may be kept for ever, since its name changes with it', async () => {
    const inbox = await givenInbox(await givenAccount(test), { type: 'web_widget', website_url: 'https://a.example' });
    const { text } = await test.request('GET', `/widget?website_token=${inbox.website_token}`);
    const [, path = ''] = /src="([^"]+)"/.exec(text) ?? [];

    const { headers } = await test.request('GET', path);

    expect(path).toMatch(/^\/packs\/js\/[a-z]+-[A-Z0-9]{8}\.js$/);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('is the part of this version for a script of another one, and is asked for again each time', async () => {
    const { parts } = await bundleWeb();

    const answers = await Promise.all(
      parts.map(async (path) => {
        const old = path.replace(/.{8}\.js$/, 'AAAAAAAA.js');
        return { old: await test.request('GET', `/packs/${old}`), now: await test.request('GET', `/packs/${path}`) };
      }),
    );

    expect(answers.map(({ old, now }) => old.text === now.text)).toEqual([true, true]);
    expect(answers.map(({ old }) => old.headers.get('cache-control'))).toEqual(['no-cache', 'no-cache']);
    expect((await test.request('GET', '/packs/js/parts-AAAAAAAA.js')).status).toBe(404);
  });

  it.each(['nothing.js', 'sdk.js.br', '..%2Fsdk.js', '__proto__', 'constructor'])('has no %s', async (file) => {
    expect((await test.request('GET', `/packs/js/${file}`)).status).toBe(404);
  });
});

describe('what browsers load', () => {
  it('is no larger than its budgets', async () => {
    const table = checkBudgets(await bundleWeb());

    expect(table).toContain('widget in all');
    expect(table).toContain('console in all');
  });

  it('needs nothing else than the app where the app loads it later, and can be asked for again', async () => {
    const { files, widget } = await bundleWeb();
    const { scripts, lazy } = widget;
    const textOf = (path: string) => Buffer.from(files.find((file) => file.path === path)!.bytes).toString();
    const imported = lazy.flatMap(({ path }) => [...textOf(path).matchAll(/(?:from|import) ?"\.\/([^"]+)"/g)]);
    const addresses = [...textOf(scripts[0]!).matchAll(/import\("[^"]+"[^)]*\)/g)].map(([whole]) => whole);

    expect([...new Set(imported.map(([, name]) => `js/${name}`))]).toEqual(scripts);
    expect(addresses).toHaveLength(lazy.length);
    expect(addresses.filter((address) => !address.endsWith('+import.meta.again)'))).toEqual([]);
  });

  it.each([
    ['the script of a website', 5001, () => 'js/sdk.js'],
    ['the console', 100_000, ({ console: { scripts } }: WebBundle) => scripts[0]!],
    ['a part of the console', 30_001, ({ console: { lazy } }: WebBundle) => lazy[0]!.path],
  ])('is refused by the build if %s is larger', async (_, bytes, pathIn) => {
    const bundle = await bundleWeb();
    const path = pathIn(bundle);
    const noise = { path, bytes: randomFillSync(new Uint8Array(bytes)) };
    const files = bundle.files.map((file) => (file.path === path ? noise : file));

    expect(() => checkBudgets({ ...bundle, files })).toThrow('too large');
  });
});
