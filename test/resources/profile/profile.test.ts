import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenBot, givenPlatformToken } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const profile = (token: string | null) => test.request('GET', '/api/v1/profile', { token });
const reset = (token: string | null) => test.request('POST', '/api/v1/profile/reset_access_token', { token });

describe('GET /profile', () => {
  it('shows who the caller is, and never a token', async () => {
    const account = await givenAccount(test, 'Acme');
    const { administrator } = account;

    const { status, body } = await profile(administrator.token);

    expect(status).toBe(200);
    expect(body).toEqual({
      id: administrator.id,
      name: administrator.name,
      email: administrator.email,
      account_id: account.id,
      role: 'administrator',
      inviter_id: null,
      available_name: administrator.name,
      display_name: null,
      avatar_url: '',
      confirmed: true,
      message_signature: null,
      provider: 'email',
      pubsub_token: expect.stringMatching(/^[\w-]{43}$/),
      uid: administrator.email,
      type: null,
      ui_settings: {},
      custom_attributes: {},
      accounts: [
        {
          id: account.id,
          name: 'Acme',
          status: 'active',
          onboarding_step: null,
          active_at: null,
          role: 'administrator',
          permissions: ['administrator'],
          availability: 'online',
          availability_status: 'offline',
          auto_offline: true,
          custom_role_id: null,
          custom_role: null,
        },
      ],
    });
  });

  it('shows the account that the caller last worked in', async () => {
    const first = await givenAccount(test);
    const second = await givenAccount(test);
    const agent = await givenAgent(test, first);
    const now = new Date();
    await test
      .rows()
      .insertInto('account_users')
      .values({ account_id: second.id, user_id: agent.id, role: 'administrator', created_at: now, updated_at: now })
      .execute();

    const before = await profile(agent.token);
    await second.call('POST', '/update_active_at', undefined, { token: agent.token });
    const after = await profile(agent.token);

    expect(before.body).toMatchObject({ account_id: first.id, role: 'agent' });
    expect(after.body).toMatchObject({ account_id: second.id, role: 'administrator' });
    expect(
      after.body.accounts.map((account: { id: number; availability_status: string }) => [
        account.id,
        account.availability_status,
      ]),
    ).toEqual([
      [first.id, 'offline'],
      [second.id, 'online'],
    ]);
  });

  it('is closed to bots and to programs of the platform', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);

    const answers = [await profile(bot.token), await profile(await givenPlatformToken(test)), await reset(bot.token)];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([403, 'Access denied']));
  });

  it('needs a token', async () => {
    const answers = [await profile(null), await profile('nobody'), await reset(null)];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([401, 'Unauthorized']));
  });
});

describe('POST /profile/reset_access_token', () => {
  it('answers a new token, and the old one is invalid at once', async () => {
    const { administrator } = await givenAccount(test);

    const { status, body } = await reset(administrator.token);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]{32}$/),
      id: administrator.id,
      email: administrator.email,
    });
    expect(await profile(administrator.token)).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
    expect((await profile(body.access_token)).body.id).toBe(administrator.id);
  });

  it('leaves the tokens of others alone', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    await reset(agent.token);

    expect((await profile(account.administrator.token)).status).toBe(200);
  });
});
