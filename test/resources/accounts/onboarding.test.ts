import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('PATCH /onboarding', () => {
  it('saves what the first steps ask for, and nothing else', async () => {
    const account = await givenAccount(test);
    await account.call('PATCH', '', { support_email: 'help@acme.example', industry: 'shoes' });
    const details = { company_size: '11-50', timezone: 'Europe/Berlin', website: 'https://acme.example' };

    const { status, body } = await account.call('PATCH', '/onboarding', {
      name: 'Acme Shoes',
      locale: 'de',
      user_role: 'owner',
      referral_source: 'a friend',
      support_email: 'other@acme.example',
      auto_resolve_after: 3,
      ...details,
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Acme Shoes',
      locale: 'de',
      support_email: 'help@acme.example',
      custom_attributes: { ...details, industry: 'shoes', user_role: 'owner', referral_source: 'a friend' },
      settings: {},
    });
    expect(body).toEqual((await account.call('GET', '')).body);
  });

  it('refuses a name that is too long, and agents', async () => {
    const account = await givenAccount(test);
    const { token } = await givenAgent(test, account);

    const long = await account.call('PATCH', '/onboarding', { name: 'x'.repeat(256) });
    const agent = await account.call('PATCH', '/onboarding', { name: 'Mine' }, { token });

    expect([long.status, long.body.attributes, agent.status]).toEqual([422, ['name'], 403]);
  });
});
