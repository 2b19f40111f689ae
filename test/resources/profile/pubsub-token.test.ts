import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../../src/http/session/session-headers.ts';
import { givenApp, type RequestOptions, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';

const PASSWORD = 'Correct-horse-1';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenUser() {
  const { administrator } = await givenAccount(test);
  const passwordHash = quickHash(PASSWORD);
  const { id } = administrator;
  await test.rows().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  return administrator;
}

async function tokenWith(options: RequestOptions): Promise<string> {
  const { body } = await test.request('GET', '/api/v1/profile', options);
  return body.pubsub_token;
}

describe('pubsub_token', () => {
  it('of a user is one for each session and token, and stays while that lasts', async () => {
    const user = await givenUser();
    const sessions = [
      await openSession(test.app.tx(), user, new Date()),
      await openSession(test.app.tx(), user, new Date()),
    ];
    const ways = [{ token: user.token }, ...sessions.map((session) => ({ headers: sessionHeaders(session) }))];

    const first = await Promise.all(ways.map(tokenWith));
    const again = await Promise.all(ways.map(tokenWith));

    expect(again).toEqual(first);
    expect(new Set(first).size).toBe(3);
  });

  it('of a user changes with the password', async () => {
    const user = await givenUser();
    const before = await tokenWith({ token: user.token });

    const changed = await test.request('PATCH', '/api/v1/profile', {
      token: user.token,
      body: { password: 'Another-horse-2', current_password: PASSWORD },
    });

    expect(changed.status).toBe(200);
    expect(changed.body.pubsub_token).toMatch(/^[\w-]{43}$/);
    expect(changed.body.pubsub_token).not.toBe(before);
    expect(await tokenWith({ token: user.token })).toBe(changed.body.pubsub_token);
  });

  it('of a contact inbox is its own, and not in answers to the team', async () => {
    const account = await givenAccount(test);
    const inboxes = [await givenInbox(account), await givenInbox(account)];
    const { body } = await account.call('POST', '/contacts', { name: 'Carla' });
    for (const { id } of inboxes) await account.call('POST', `/contacts/${body.id}/contact_inboxes`, { inbox_id: id });

    const rows = await test
      .rows()
      .selectFrom('contact_inboxes')
      .select('pubsub_token')
      .where('contact_id', '=', body.id)
      .execute();

    expect(rows.map(({ pubsub_token }) => pubsub_token)).toEqual([
      expect.stringMatching(/^[\w-]{32}$/),
      expect.stringMatching(/^[\w-]{32}$/),
    ]);
    expect(new Set(rows.map(({ pubsub_token }) => pubsub_token)).size).toBe(2);
    const shown = await account.call('GET', `/contacts/${body.id}`);
    expect(JSON.stringify(shown.body)).not.toContain(rows[0]?.pubsub_token);
  });
});
