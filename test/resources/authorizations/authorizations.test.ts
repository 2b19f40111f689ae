import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('POST /{provider}/authorization', () => {
  it.each(['google', 'microsoft', 'instagram', 'tiktok', 'notion', 'twitter', 'whatsapp'])(
    'says that no application is registered at %s',
    async (provider) => {
      const account = await givenAccount(test);

      const { status, body } = await account.call('POST', `/${provider}/authorization`, { return_to: 'onboarding' });

      const message = `this installation has no application registered at ${provider}`;
      expect([status, body]).toEqual([
        422,
        { success: false, error: 'Authorization is not configured', message, errors: [message] },
      ]);
    },
  );

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
