import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { started } from '../../support/providers/connect.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';

let test: TestApp;
let without: TestApp;
let oauth: OauthServer;
beforeAll(async () => {
  oauth = await givenOauthServer();
  test = await givenApp(oauth.settings);
  without = await givenApp();
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await without.stop();
  await oauth.stop();
});

const CONNECTED = ['google', 'microsoft', 'notion', 'linear', 'slack', 'instagram', 'facebook'];

describe('POST /{provider}/authorization', () => {
  it.each(CONNECTED)('answers with the address at %s, with a state and PKCE', async (provider) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', `/${provider}/authorization`);

    const url = new URL(body.url);
    expect([status, body.success]).toEqual([200, true]);
    expect(`${url.origin}${url.pathname}`).toBe(`${oauth.url}/${provider}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: `${provider}-client`,
      redirect_uri: `${test.app.installation.publicUrl}/${provider}/callback`,
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(body.url).not.toContain('hush-hush');
  });

  it('asks Google for a refresh token, and suggests the address', async () => {
    const account = await givenAccount(test);

    const url = new URL(await started(account, 'google', { email: 'help@acme.example' }));

    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      login_hint: 'help@acme.example',
      scope: expect.stringContaining('https://mail.google.com/'),
    });
  });

  it.each(CONNECTED)('names the setting that is missing for %s', async (provider) => {
    const account = await givenAccount(without);

    const { status, body } = await account.call('POST', `/${provider}/authorization`, { return_to: 'onboarding' });

    const message = `this installation has no application registered at ${provider}: the setting oauth.${provider}.client_id is missing`;
    expect([status, body]).toEqual([
      422,
      { success: false, error: 'Authorization is not configured', message, errors: [message] },
    ]);
  });

  it('asks a shop of Shopify, at the address of the shop', async () => {
    const account = await givenAccount(test);

    const missing = await account.call('POST', '/shopify/authorization');
    const foreign = await account.call('POST', '/shopify/authorization', {
      shop_domain: 'evil.example/#.myshopify.com',
    });
    const url = await started(account, 'shopify', { shop_domain: 'Acme.myshopify.com' });

    expect([missing.status, foreign.status]).toEqual([422, 422]);
    expect(url).toMatch(`${oauth.url}/shopify/acme.myshopify.com/authorize?`);
  });

  it.each(['tiktok', 'twitter'])('refuses %s, which cannot be connected', async (provider) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', `/${provider}/authorization`);

    expect([status, body.success, body.message]).toEqual([
      422,
      false,
      `this server cannot connect accounts to ${provider}`,
    ]);
  });

  it('returns to nothing but what it knows', async () => {
    const account = await givenAccount(test);

    const { status } = await account.call('POST', '/google/authorization', { return_to: 'https://evil.example' });

    expect(status).toBe(422);
  });

  it('does not find other providers', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/myspace/authorization');

    expect([status, body.error]).toEqual([404, 'Not found']);
  });

  it('is for administrators', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    const { status, body } = await account.call('POST', '/google/authorization', {}, { token: agent.token });

    expect([status, body.error]).toEqual([403, 'Access denied']);
  });
});
