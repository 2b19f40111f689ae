import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenBot, givenPlatformToken } from '../../support/factories.ts';
import { grant as grantTo } from '../../support/platform/platform.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const list = (token: string | null, query = '') => test.request('GET', `/platform/api/v1/users${query}`, { token });

/** Lets the program with this token manage the users. */
const grant = (token: string, ...userIds: number[]) => permit(token, 'User', userIds);

const permit = (token: string, type: 'User' | 'Account', ids: number[]) => grantTo(test, { token }, type, ...ids);

describe('GET /platform/api/v1/users', () => {
  it('lists the users that the program was granted, with their accounts, and never an access token', async () => {
    const account = await givenAccount(test, 'Acme');
    const { administrator } = account;
    const agent = await givenAgent(test, account);
    const token = await givenPlatformToken(test);
    await grant(token, agent.id, administrator.id);

    const { status, body } = await list(token);

    expect(status).toBe(200);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([administrator.id, agent.id]);
    expect(body[0]).toEqual({
      access_token: null,
      pubsub_token: expect.any(String),
      id: administrator.id,
      name: administrator.name,
      display_name: null,
      available_name: administrator.name,
      email: administrator.email,
      uid: administrator.email,
      provider: 'email',
      confirmed: true,
      account_id: account.id,
      role: 'administrator',
      avatar_url: '',
      message_signature: null,
      ui_settings: {},
      custom_attributes: {},
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      accounts: [{ id: account.id, name: 'Acme', active_at: null, role: 'administrator' }],
    });
  });

  it('does not list users granted to another program, nor those with the id of a granted account', async () => {
    const { administrator } = await givenAccount(test);
    const [mine, theirs] = [await givenPlatformToken(test), await givenPlatformToken(test)];
    await grant(theirs, administrator.id);
    await permit(mine, 'Account', [administrator.id]);

    expect((await list(mine)).body).toEqual([]);
    expect((await list(theirs)).body).toHaveLength(1);
  });

  it('comes in pages of 15', async () => {
    const account = await givenAccount(test);
    const token = await givenPlatformToken(test);
    for (let count = 0; count < 16; count += 1) await grant(token, (await givenAgent(test, account)).id);

    const pages = [await list(token), await list(token, '?page=2'), await list(token, '?page=3')];
    const odd = await list(token, '?page=0');

    expect(pages.map(({ body }) => body.length)).toEqual([15, 1, 0]);
    expect((await list(token, '?page=2&per_page=10')).body).toHaveLength(6);
    expect([odd.status, odd.body.attributes]).toEqual([422, ['page']]);
  });

  it('is for programs of the platform alone', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);

    const answers = [
      await list(null),
      await list('nobody'),
      await list(account.administrator.token),
      await list(bot.token),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [401, 'Unauthorized'],
      [401, 'Unauthorized'],
      [403, 'Access denied'],
      [403, 'Access denied'],
    ]);
  });
});
