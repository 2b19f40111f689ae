import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Flags } from '../../../src/config.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';

const SRC = join(import.meta.dirname, '../../../src');
/** What a browser sends when somebody opens an address. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** The addresses below /app that the source hands out, with 1 for each value. */
function addresses(): string[] {
  const texts = globSync('**/*.ts', { cwd: SRC }).map((file) => readFileSync(join(SRC, file), 'utf8'));
  const whole = texts.flatMap((text) =>
    [...text.matchAll(/`\$\{[\w.]*publicUrl\}(\/app\/[^`]*)`/g)].map(([, path]) => path!),
  );
  const below = texts.flatMap((text) =>
    [...text.matchAll(/`\$\{place\}(\/[^`]*)`/g)].map(([, path]) => `/app/accounts/1${path}`),
  );
  const isNew = (path: string) => path.replace(/\$\{isNew[^}]*\}[^}]*\}?/, 'new/1/agents');
  // Browsers send no fragment.
  const withoutQuery = (path: string) => isNew(path).replace(/[?#].*|\$\{query\}/, '');
  return [
    ...new Set([...whole, ...below].map((path) => withoutQuery(path).replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '1'))),
  ];
}

/** Not the beginning of others, and not the page where a password is chosen, which has tests of its own. */
const isOfConsole = (path: string) => path !== '/app/accounts/1' && !path.startsWith('/app/auth/');

/** Gives the account a SAML provider, as far as the page of the console is concerned. */
async function giveSaml(test: TestApp, { id }: TestAccount) {
  const now = new Date();
  const settings = { sso_url: 'https://id.example.com/sso', certificate: '', idp_entity_id: 'https://id.example.com' };
  await test
    .rows()
    .insertInto('saml_settings')
    .values({ account_id: id, ...settings, role_mappings: '{}' as never, created_at: now, updated_at: now })
    .execute();
}

const waysIn = ({ text }: { text: string }) =>
  (JSON.parse(/type="application\/json">([^<]*)</.exec(text)?.[1] ?? '') as { ways: string[] }).ways;

/** Below /app, where the document of the API has one path for the page. */
async function fetchPage(path: string) {
  const answer = await fetch(`${test.url}${path}`, { headers: BROWSER });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const get = (path: string) => test.request('GET', path, { headers: BROWSER });

describe('every address below /app that mails, threads and sign-ins lead to', () => {
  it.each([...addresses().filter(isOfConsole), '/app', '/app/setup', '/APP/accounts/3/a/b/c/d/e/f/g'])(
    '%s is the page of the console',
    async (path) => {
      const { status, headers, text } = await fetchPage(path);

      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('id="parley-console"');
    },
  );

  it('has headers alone for HEAD, and is 304 for a browser that has it', async () => {
    const { headers } = await fetchPage('/app/accounts/1/dashboard');
    const head = await fetch(`${test.url}/app/accounts/1/dashboard`, { method: 'HEAD', headers: BROWSER });
    const again = await test.request('GET', '/app', { headers: { 'if-none-match': headers.get('etag') ?? '' } });

    expect([head.status, await head.text()]).toEqual([200, '']);
    expect([again.status, again.text]).toEqual([304, '']);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('is only shown: other methods and other paths find nothing', async () => {
    const posted = await test.request('POST', '/app/accounts/1/dashboard', { headers: BROWSER });
    const beside = await fetch(`${test.url}/application`, { headers: BROWSER });

    expect([posted.status, beside.status]).toEqual([404, 404]);
  });

  it('keeps the operations below /app as they are', async () => {
    const { text } = await get('/app/auth/password/edit?reset_password_token=none');

    expect(text).not.toContain('parley-console');
  });

  it('does not repeat what stands in its address', async () => {
    const { text } = await fetchPage('/app/login?error=%3Cb%3Ex');

    expect(text).not.toContain('b>x');
  });
});

describe('the page of the console', () => {
  it('may load scripts of this server alone, make no elements of text, and be in no frame', async () => {
    const { headers } = await get('/app');
    const policy = headers.get('content-security-policy') ?? '';

    expect(policy).not.toContain('unsafe-');
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types worker',
      ]),
    );
    expect(policy).toMatch(/connect-src 'self' wss?:\/\//);
    expect([headers.get('referrer-policy'), headers.get('x-content-type-options')]).toEqual(['no-referrer', 'nosniff']);
  });

  it('has no script in it, and loads the texts together with the script', async () => {
    const { text } = await get('/app');
    const scripts = [...text.matchAll(/<script ([^>]*)>([^<]*)/g)];

    expect(scripts.filter(([, attributes, inside]) => inside && !attributes!.includes('application/json'))).toEqual([]);
    expect(text).toMatch(/rel="modulepreload" href="\/packs\/js\/en-[A-Z0-9]{8}\.js"/);
  });

  it('offers the providers that this server knows', async () => {
    const offered = async (settings: Flags = {}) => {
      const own = await givenApp(settings, { isShared: false });
      const account = await givenAccount(own);
      const before = waysIn(await own.request('GET', '/app'));
      await giveSaml(own, account);
      const after = waysIn(await own.request('GET', '/app'));
      await own.stop();
      return [before, after];
    };

    expect(await offered()).toEqual([[], ['saml']]);
    expect(
      await offered({
        'auth.google.client_id': 'parley',
        'auth.oidc.client_id': 'parley',
        'auth.oidc.issuer': 'https://id.example.com',
      }),
    ).toEqual([
      ['google', 'oidc'],
      ['google', 'oidc', 'saml'],
    ]);
  });
});

describe('an address that leads nowhere', () => {
  it('is a page for browsers, and JSON for programs', async () => {
    const person = await fetch(`${test.url}/nowhere`, { headers: BROWSER });
    const program = await test.request('GET', '/nowhere');

    expect([person.status, person.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await person.text()).toContain('There is nothing here');
    expect([program.status, program.body.error]).toEqual([404, 'Not found']);
  });
});

describe('what browsers and search engines ask for', () => {
  it('has an icon, and lets help centres alone be searched', async () => {
    const icon = await fetch(`${test.url}/favicon.ico`);
    const robots = await fetch(`${test.url}/robots.txt`);

    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await robots.text()).toContain('Allow: /hc/\nDisallow: /');
  });
});
