import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenSamlProvider, type SamlProvider } from '../../support/identity/saml.ts';

const LIMIT = 3;

let provider: SamlProvider;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  provider = await givenSamlProvider();
  test = await givenApp({ 'server.trust_proxy': 'true', 'rate_limit.sign_ins_per_half_hour': String(LIMIT) });
  account = await givenAccount(test);
  await account.call('POST', '/saml_settings', provider.settings);
});
afterAll(async () => {
  await test.stop();
  await provider.stop();
});

/** Sends what the provider has said, or `response`, from an address. */
async function send(from: string, response?: string) {
  const begun = await test.request('GET', `/auth/saml?account_id=${account.id}`);
  const answer = await provider.answer(begun.headers.get('location')!, { email: account.administrator.email });
  return test.request('POST', '/auth/saml/callback', {
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams({ SAMLResponse: response ?? answer }),
  });
}

describe('sign-ins at a provider', () => {
  it('are as many as people come from an address, but few may be refused', async () => {
    const statuses = [];
    for (let count = 0; count <= LIMIT; count += 1) statuses.push((await send('203.0.113.7')).status);
    for (let count = 0; count < LIMIT; count += 1) statuses.push((await send('203.0.113.7', 'AAAA')).status);

    const refused = await send('203.0.113.7');

    expect(statuses).toEqual([302, 302, 302, 302, 401, 401, 401]);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await send('203.0.113.8')).status).toBe(302);
  });

  it('are not looked at beyond that either where they come at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 4 * LIMIT }, () => send('203.0.113.9', 'AAAA')));

    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(LIMIT).fill(401), ...Array<number>(3 * LIMIT).fill(429)]);
  });
});
