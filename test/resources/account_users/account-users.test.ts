import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenConversation } from '../../support/factories.ts';
import { givenPlatform, grant, type Platform } from '../../support/platform/platform.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenAll() {
  const platform = await givenPlatform(test);
  const account = await givenAccount(test);
  await grant(test, platform, 'Account', account.id);
  const { body: user } = await platform.call('POST', '/users', { email: `${crypto.randomUUID()}@example.com` });
  const path = `/accounts/${account.id}/account_users`;
  return { platform, account, user, path };
}

const roles = async (platform: Platform, path: string) =>
  (await platform.call('GET', path)).body.map((row: { user_id: number; role: string }) => [row.user_id, row.role]);

describe('POST accounts/{id}/account_users', () => {
  it('makes a user a member, and changes the role of a member', async () => {
    const { platform, account, user, path } = await givenAll();

    const { status, body } = await platform.call('POST', path, { user_id: user.id });
    const again = await platform.call('POST', path, {
      account_user: { user_id: String(user.id), role: 'administrator' },
    });
    const same = await platform.call('POST', path, { user_id: user.id });

    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        account_id: account.id,
        user_id: user.id,
        role: 'agent',
        inviter_id: null,
        availability: 'online',
        auto_offline: true,
        active_at: null,
        custom_role_id: null,
        agent_capacity_policy_id: null,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect([again.status, again.body.id, again.body.role]).toEqual([201, body.id, 'administrator']);
    expect([same.status, same.body.role]).toEqual([201, 'administrator']);
    expect(await roles(platform, path)).toEqual([
      [account.administrator.id, 'administrator'],
      [user.id, 'administrator'],
    ]);
    expect((await test.request('GET', account.path, { token: user.access_token })).status).toBe(200);
  });

  it('refuses users of others, users that are none, and other roles', async () => {
    const { platform, path, user } = await givenAll();
    const { administrator } = await givenAccount(test);
    const send = (body: object) => platform.call('POST', path, body);

    const answers = [
      await send({ user_id: administrator.id }),
      await send({ user_id: 999_999_999 }),
      await send({}),
      await send({ user_id: user.id, role: 'owner' }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [403, 'Access denied'],
      [404, 'User not found'],
      [422, 'Validation failed'],
      [422, 'Validation failed'],
    ]);
  });
});

describe('DELETE accounts/{id}/account_users', () => {
  it('takes a member out, whose user stays; also the last administrator, and who is no member', async () => {
    const { platform, account, path } = await givenAll();
    const agent = await givenAgent(test, account);
    const conversation = await givenConversation(account);
    await account.call('POST', `/conversations/${conversation.id}/assignments`, { assignee_id: agent.id });

    const taken = await platform.call('DELETE', path, { user_id: agent.id });
    const absent = await platform.call('DELETE', `${path}?user_id=${agent.id}`);
    const missing = await platform.call('DELETE', path);

    expect([taken.status, taken.text, absent.status]).toEqual([200, '', 200]);
    expect([missing.status, missing.body.attributes]).toEqual([422, ['user_id']]);
    expect((await account.call('GET', `/conversations/${conversation.id}`)).body.assignee).toBeNull();
    expect((await test.request('GET', '/api/v1/profile', { token: agent.token })).body.accounts).toEqual([]);
    expect((await platform.call('DELETE', path, { user_id: account.administrator.id })).status).toBe(200);
    expect(await roles(platform, path)).toEqual([]);
  });
});
