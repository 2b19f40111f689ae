import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { HOUR } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';
import { givenReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { wakeOften } from '../../support/time/wake-often.ts';
import { givenWebhook, receivedAt } from '../../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
let sleepAgain: () => void;
/** How far the clock of the app is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' }, { now: () => new Date(Date.now() + aheadMs) });
  sleepAgain = wakeOften(test);
});
afterAll(async () => {
  sleepAgain();
  await test.stop();
  await receiver.stop();
});

type Webhook = { id: number; secret: string; path: string };

async function givenRotated(account: TestAccount, webhook: Webhook) {
  const { status, body, text } = await account.call('POST', `/webhooks/${webhook.id}/rotate_secret`);
  if (status !== 200) throw new Error(text);
  return body as { secret: string; previous_secret_until: string };
}

/** The next request to the webhook, for a new message. */
async function nextAt(account: TestAccount, { path }: Webhook): Promise<Received> {
  const before = receivedAt(receiver, path).length;
  await reply(account, await givenConversation(account), { content: 'Look' });
  await receiver.until(() => receivedAt(receiver, path).length > before);
  return receivedAt(receiver, path).at(-1)!;
}

/** Whether a receiver that follows Standard Webhooks and knows this secret alone takes the request. */
function takes(secret: string, { headers, raw }: Received): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`;
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

/** The same of a receiver that looks at the headers that hold a single signature. */
function takesSingle(secret: string, { headers, raw }: Received): boolean {
  const plain = createHmac('sha256', secret).update(raw).digest('hex');
  const timed = createHmac('sha256', secret).update(`${headers['x-chatwoot-timestamp']}.${raw}`).digest('hex');
  return headers['x-parley-signature'] === plain && headers['x-chatwoot-signature'] === `sha256=${timed}`;
}

const checks = (request: Received, ...secrets: string[]) => secrets.map((secret) => takes(secret, request));
const singleChecks = (request: Received, ...secrets: string[]) => secrets.map((secret) => takesSingle(secret, request));

describe('POST /webhooks/{id}/rotate_secret', () => {
  it('has both secrets sign for a day, and then the new one alone', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const former = webhook.secret;
    const before = await nextAt(account, webhook);

    const { secret, previous_secret_until: until } = await givenRotated(account, webhook);
    const during = await nextAt(account, webhook);
    aheadMs += 23 * HOUR;
    const late = await nextAt(account, webhook);
    aheadMs += HOUR;
    const after = await nextAt(account, webhook);

    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(secret).not.toBe(former);
    expect(new Date(until).getTime() - during.at).toBeGreaterThan(23 * HOUR);
    expect([before, during, late, after].map((request) => checks(request, former, secret))).toEqual([
      [true, false],
      [true, true],
      [true, true],
      [false, true],
    ]);
    expect([before, during, late, after].map((request) => singleChecks(request, former, secret))).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1);
    const [shown] = (await account.call('GET', '/webhooks')).body;
    expect(shown).toMatchObject({ secret, previous_secret_until: null });
  });

  it('ends the oldest of three secrets at once', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const first = webhook.secret;

    const { secret: second } = await givenRotated(account, webhook);
    const { secret: third } = await givenRotated(account, webhook);
    const request = await nextAt(account, webhook);

    expect(checks(request, first, second, third)).toEqual([false, true, true]);
    expect(singleChecks(request, first, second, third)).toEqual([false, true, false]);
  });

  it('signs with the secrets in force when it is sent again', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const request = await nextAt(account, webhook);

    const { secret } = await givenRotated(account, webhook);
    await account.call('DELETE', `/webhooks/${webhook.id}/previous_secret`);
    const deliveries = `/webhooks/${webhook.id}/deliveries`;
    // One that is under way is left alone.
    await eventually(
      async () => (await account.call('GET', deliveries)).body.payload[0],
      (shown) => shown.status === 'delivered',
    );
    const { status } = await account.call('POST', `${deliveries}/${request.headers['x-parley-delivery']}/redeliver`);
    await receiver.until(() => receivedAt(receiver, webhook.path).length === 2);
    const again = receivedAt(receiver, webhook.path)[1]!;

    expect(status).toBe(200);
    expect([again.raw, checks(again, webhook.secret, secret)]).toEqual([request.raw, [false, true]]);
  });

  it('keeps both secrets sealed', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);

    const { secret } = await givenRotated(account, webhook);

    const row = await test.rows().selectFrom('webhooks').selectAll().where('id', '=', webhook.id).executeTakeFirst();
    expect(row?.previous_sealed_secret).toEqual(expect.any(String));
    for (const each of [secret, webhook.secret]) expect(JSON.stringify(row)).not.toContain(each.slice(6));
  });

  it("is refused to agents, and does not find another account's webhook", async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const webhook = await givenWebhook(receiver, account);
    const agent = await givenAgent(test, account);
    const path = `/webhooks/${webhook.id}/rotate_secret`;

    const byAgent = await account.call('POST', path, undefined, { token: agent.token });
    const byOther = await other.call('POST', path);

    expect([byAgent.status, byOther.status, byOther.body.error]).toEqual([403, 404, 'Webhook not found']);
    const [shown] = (await account.call('GET', '/webhooks')).body;
    expect(shown).toMatchObject({ secret: webhook.secret, previous_secret_until: null });
  });
});

describe('DELETE /webhooks/{id}/previous_secret', () => {
  it('has the present secret alone sign from now on', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const { secret } = await givenRotated(account, webhook);

    const ended = await account.call('DELETE', `/webhooks/${webhook.id}/previous_secret`);
    const request = await nextAt(account, webhook);

    expect([ended.status, ended.body]).toMatchObject([200, { secret, previous_secret_until: null }]);
    expect(checks(request, webhook.secret, secret)).toEqual([false, true]);
    expect(singleChecks(request, webhook.secret, secret)).toEqual([false, true]);
  });

  it('changes nothing where there is no former secret', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);

    const { status, body } = await account.call('DELETE', `/webhooks/${webhook.id}/previous_secret`);

    expect([status, body.secret]).toEqual([200, webhook.secret]);
  });
});
