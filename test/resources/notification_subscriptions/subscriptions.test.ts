import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const PATH = '/api/v1/notification_subscriptions';
const KEYS = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

let made = 0;
async function given() {
  const account = await givenAccount(test);
  const gus = await givenAgent(test, account);
  made += 1;
  const endpoint = `https://push.example.com/send/${made}-${gus.id}`;
  const subscribe = (attributes: object, type = 'browser_push', token = gus.token) =>
    test.request('POST', PATH, {
      token,
      body: { notification_subscription: { subscription_type: type, subscription_attributes: attributes } },
    });
  const kept = () =>
    test.rows().selectFrom('notification_subscriptions').selectAll().where('user_id', '=', gus.id).execute();
  return { account, gus, endpoint, subscribe, kept };
}

describe('the key for push messages', () => {
  it('is one for the installation, and its private half is sealed', async () => {
    const { account, gus } = await given();
    const keyFor = async (token: string) => (await test.request('GET', PATH, { token })).body.vapid_public_key;

    const keys = await Promise.all([keyFor(gus.token), keyFor(account.administrator.token), keyFor(gus.token)]);

    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0], 'base64url')).toHaveLength(65);
    const row = await test.rows().selectFrom('push_keys').selectAll().executeTakeFirstOrThrow();
    expect(Buffer.from(test.app.installation.vault.open(row.sealed_private_key), 'base64url')).toHaveLength(32);
  });
});

describe('a subscription', () => {
  it('of a browser is kept, sealed, and changed when it comes again', async () => {
    const { gus, endpoint, subscribe, kept } = await given();

    const { status, body } = await subscribe({ endpoint, ...KEYS });
    const again = await subscribe({ endpoint, keys: KEYS });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      user_id: gus.id,
      subscription_type: 'browser_push',
      subscription_attributes: { endpoint, ...KEYS },
      identifier: endpoint,
    });
    expect(body.notice).toBeNull();
    expect(again.body).toMatchObject({ id: body.id, subscription_attributes: { endpoint, keys: KEYS } });
    const rows = await kept();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('push.example.com');
  });

  it('of a device is kept by its id, and ends by its push token', async () => {
    const { gus, subscribe, kept } = await given();
    const device = { device_id: `device ${gus.id}`, push_token: `token ${gus.id}`, devicePlatform: 'android' };

    const { body } = await subscribe(device, 'fcm');
    await subscribe({ ...device, push_token: `other ${gus.id}` }, 'fcm');
    expect([body.identifier, (await kept()).length]).toEqual([device.device_id, 1]);
    expect(body.notice).toContain('sends push messages to browsers only');
    const end = (push_token: string) => test.request('DELETE', PATH, { token: gus.token, body: { push_token } });

    expect((await end(device.push_token)).status).toBe(200);
    expect(await kept()).toHaveLength(1);
    await end(`other ${gus.id}`);
    expect(await kept()).toEqual([]);
  });

  it('becomes that of the user who signs in on the same browser, and only they can end it', async () => {
    const { account, gus, endpoint, subscribe, kept } = await given();
    const { id, token } = account.administrator;
    await subscribe({ endpoint, ...KEYS });

    const { body } = await subscribe({ endpoint, ...KEYS }, 'browser_push', token);
    await test.request('DELETE', PATH, { token: gus.token, body: { push_token: endpoint } });

    expect([body.user_id, await kept()]).toEqual([id, []]);
    const mine = () =>
      test.rows().selectFrom('notification_subscriptions').select('id').where('user_id', '=', id).execute();
    expect(await mine()).toEqual([{ id: body.id }]);
    await test.request('DELETE', `${PATH}?push_token=${encodeURIComponent(endpoint)}`, { token });
    expect(await mine()).toEqual([]);
  });

  it('is forgotten when the user has fifty that are newer', async () => {
    const { endpoint, subscribe, kept } = await given();
    for (let number = 0; number <= 50; number += 1) await subscribe({ endpoint: `${endpoint}/${number}`, ...KEYS });

    const { body } = await subscribe({ endpoint: `${endpoint}/0`, ...KEYS });

    const ids = (await kept()).map(({ id }) => id);
    expect(ids).toHaveLength(50);
    expect(ids).toContain(body.id);
  });

  it.each([
    ['an endpoint without https', { endpoint: 'http://push.example.com/1', ...KEYS }],
    ['a private endpoint', { endpoint: 'https://10.0.0.1/1', ...KEYS }],
    ['an endpoint that is none', { endpoint: 'push', ...KEYS }],
    ['a very long endpoint', { endpoint: `https://push.example.com/${'x'.repeat(2048)}`, ...KEYS }],
    ['no endpoint', KEYS],
    ['no key', { endpoint: 'https://push.example.com/1', auth: KEYS.auth }],
    ['a short key', { endpoint: 'https://push.example.com/1', auth: KEYS.auth, p256dh: 'BNcR' }],
    ['no secret', { endpoint: 'https://push.example.com/1', p256dh: KEYS.p256dh }],
    [
      'a secret that is no base64',
      { endpoint: 'https://push.example.com/1', p256dh: KEYS.p256dh, auth: '?'.repeat(22) },
    ],
  ])('of a browser cannot have %s', async (_, attributes) => {
    const { subscribe, kept } = await given();

    const { status, body } = await subscribe(attributes);

    expect([status, body.attributes, await kept()]).toEqual([422, ['subscription_attributes'], []]);
  });

  it.each([
    [{ subscription_type: 'fcm', subscription_attributes: {} }],
    [{ subscription_type: 'fcm', subscription_attributes: { device_id: 'x'.repeat(5000) } }],
    [{ subscription_type: 'pigeon', subscription_attributes: {} }],
    [{ subscription_type: 'fcm' }],
    [{ subscription_type: 'fcm', subscription_attributes: 'device' }],
    [{}],
  ])('cannot be %j', async (body) => {
    const { gus, kept } = await given();

    expect((await test.request('POST', PATH, { token: gus.token, body })).status).toBe(422);
    expect((await test.request('DELETE', PATH, { token: gus.token, body: {} })).status).toBe(422);
    expect(await kept()).toEqual([]);
  });
});
