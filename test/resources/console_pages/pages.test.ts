import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenApp, type TestApp } from '../../support/app.ts';

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

describe('every address below /app that mails, threads and sign-ins lead to', () => {
  it.each(addresses().filter(isOfConsole))('%s is a page', async (path) => {
    const { status, headers } = await test.request('GET', path, { headers: BROWSER });

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it.each([
    ['/app', 'no web interface'],
    ['/app/login?error=access-denied', 'refused'],
    ['/app/login?email=a@example.com&sso_auth_token=abc', 'signs in once'],
    ['/app/accounts/3/conversations/12', 'Conversation 12'],
    ['/app/accounts/3/settings/integrations/slack', 'Connected with slack'],
    ['/app/accounts/3/settings/inboxes/new/5/agents', 'inbox_members'],
  ])('%s says %s', async (path, words) => {
    const { text, headers } = await test.request('GET', path, { headers: BROWSER });

    expect(text).toContain(words);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('does not repeat markup that somebody puts into it', async () => {
    const { text } = await test.request('GET', '/app/login?error=%3Cb%3Ex', { headers: BROWSER });

    expect(text).not.toContain('<b>x');
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
