import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { givenAccountIn } from '../../support/account-in.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { givenSamlProvider, type SamlProvider } from '../../support/identity/saml.ts';
import { CLIENT, givenWholeProvider, type WholeProvider } from '../../support/identity/oidc-provider.ts';
import { type Served, serveParley } from '../../support/parley.ts';
import { theBrowser } from '../../support/web/browser.ts';

let place: Place;
let provider: WholeProvider;
let saml: SamlProvider;
let served: Served;
let account: { id: number; token: string };
beforeAll(async () => {
  [place, provider, saml] = await Promise.all([givenPlace(), givenWholeProvider(), givenSamlProvider()]);
  account = await givenAccountIn(place);
  served = await serveParley(place, {
    PARLEY_AUTH_OIDC_ISSUER: provider.url,
    PARLEY_AUTH_OIDC_CLIENT_ID: CLIENT.id,
    PARLEY_AUTH_OIDC_CLIENT_SECRET: CLIENT.secret,
    PARLEY_AUTH_OIDC_AUTO_CREATE: 'true',
    PARLEY_AUTH_OIDC_DEFAULT_ACCOUNT: String(account.id),
    PARLEY_AUTH_GOOGLE_ISSUER: provider.url,
    PARLEY_AUTH_GOOGLE_CLIENT_ID: CLIENT.id,
    PARLEY_AUTH_GOOGLE_CLIENT_SECRET: CLIENT.secret,
  });
  await provider.open(served.url);
});
afterAll(async () => {
  await served.stop();
  await provider.stop();
  await saml.stop();
  await place.remove();
});

async function inBrowser(act: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await (await theBrowser()).newContext();
  try {
    await act(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** Signs in on the pages of the provider, up to where it asks for consent. */
async function signInAt(page: Page, name: string, start = '/auth/oidc'): Promise<void> {
  await page.goto(`${served.url}${start}`);
  expect(new URL(page.url()).origin).toBe(provider.url);
  await page.fill('input[name=login]', name);
  await page.fill('input[name=password]', 'any');
  await page.click('button[type=submit]');
}

/** Leads the browser back to the console by `leave`. Gives the profile of the member; a second use of the link is refused. */
async function signedInBy(page: Page, leave: () => Promise<void>): Promise<object> {
  const back = page.waitForRequest(/\/app\/login\?/);
  await leave();
  const { origin, searchParams } = new URL((await back).url());
  await page.waitForURL(new RegExp(`/app/accounts/${account.id}/`));

  const again = await fetch(`${served.url}/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(searchParams)),
  });
  const profile = await page.request.get(`${served.url}/api/v1/profile`);
  expect([origin, again.status, profile.status()]).toEqual([served.url, 401, 200]);
  return (await profile.json()) as object;
}

describe('a browser that opens /auth/oidc', () => {
  it('comes back from the pages of a provider with a link that signs in once', () =>
    inBrowser(async (page) => {
      await signInAt(page, 'grace');

      expect(await signedInBy(page, () => page.click('button[type=submit]'))).toMatchObject({
        email: 'grace@example.com',
        name: 'grace',
        accounts: [expect.objectContaining({ id: account.id, role: 'agent' })],
      });
    }));

  it('is shown a page when it is sent back and did not begin', () =>
    inBrowser(async (page, context) => {
      await signInAt(page, 'ada');
      await context.clearCookies({ name: 'parley_browser' });
      await page.click('button[type=submit]');
      await page.waitForURL(/\/auth\/oidc\/callback\?/);

      expect(await page.textContent('h1')).toBe('Sign-in failed');
      expect(await page.textContent('body')).toContain('another browser has begun it');
    }));
});

describe('a browser that opens /auth/google_oauth2', () => {
  it('comes back from there with a link that signs in once', () =>
    inBrowser(async (page) => {
      await signInAt(page, 'grace', '/auth/google_oauth2');

      expect(await signedInBy(page, () => page.click('button[type=submit]'))).toMatchObject({
        email: 'grace@example.com',
      });
    }));
});

describe('a browser that opens /auth/saml', () => {
  beforeAll(async () => {
    const { status } = await fetch(`${served.url}/api/v1/accounts/${account.id}/saml_settings`, {
      method: 'POST',
      headers: { api_access_token: account.token, 'content-type': 'application/json' },
      body: JSON.stringify(saml.settings),
    });
    expect(status).toBe(201);
  });

  it('comes back from another site, which has it send a form, with a link that signs in once', () =>
    inBrowser(async (page) => {
      await page.goto(`${served.url}/auth/saml?account_id=${account.id}`);
      expect(new URL(page.url()).hostname).toBe('localhost');

      expect(await signedInBy(page, () => page.click('button'))).toMatchObject({
        email: saml.somebody.email,
        accounts: [expect.objectContaining({ id: account.id, role: 'agent' })],
      });
    }));

  it('is shown a page when it is sent back and did not begin', () =>
    inBrowser(async (page, context) => {
      await page.goto(`${served.url}/auth/saml?account_id=${account.id}`);
      await context.clearCookies({ name: 'parley_browser' });
      await page.click('button');
      await page.waitForURL(/\/auth\/saml\/callback\?/);

      expect(await page.textContent('body')).toContain('another browser has begun it');
    }));
});
