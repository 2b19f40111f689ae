import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { databaseKind } from '../../support/database.ts';
import { planOf } from '../../support/database/plans.ts';
import { queriesDuring } from '../../support/database/statements.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';
import { givenReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { wakeOften } from '../../support/time/wake-often.ts';
import { givenFinishedDeliveries, givenWebhook, receivedAt } from '../../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
let sleepAgain: () => void;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({
    'webhooks.allowed_networks': '127.0.0.0/8',
    'webhooks.retry_minutes': '0.001',
    'webhooks.keep_days': '7',
    // What is held back is so until the test lets it go.
    'webhooks.timeout_seconds': '60',
  });
  sleepAgain = wakeOften(test);
});
afterEach(() => {
  receiver.reply = () => ({});
});
afterAll(async () => {
  sleepAgain();
  await test.stop();
  await receiver.stop();
});

type Webhook = { id: number; path: string };
const at = (path: string) => receivedAt(receiver, path);
const pathOf = (webhook: { id: number }) => `/webhooks/${webhook.id}/deliveries`;
const redeliver = (account: TestAccount, webhook: { id: number }, id: number) =>
  account.call('POST', `${pathOf(webhook)}/${id}/redeliver`);

async function listed(account: TestAccount, webhook: { id: number }, query = '') {
  const { body } = await account.call('GET', `${pathOf(webhook)}${query}`);
  return body;
}

const idsOf = ({ payload }: { payload: { id: number }[] }) => payload.map(({ id }) => id);

/** A delivery to the webhook that has ended, as the API shows it. */
async function givenDelivery(account: TestAccount, webhook: Webhook, status: string) {
  await reply(account, await givenConversation(account), { content: 'Look' });
  const [delivery] = await eventually(
    async () => (await listed(account, webhook)).payload,
    (payload) => payload[0]?.status === status,
  );
  return delivery;
}

const givenFinished = (account: TestAccount, { id }: { id: number }, ...more: [number, object?]) =>
  givenFinishedDeliveries(test.rows(), { id, accountId: account.id }, ...more);

describe('GET /webhooks/{id}/deliveries', () => {
  it('shows what was sent, and how it was answered', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    receiver.reply = () => ({ status: at(webhook.path).length === 1 ? 500 : 201, body: 'x'.repeat(2000) });

    const delivery = await givenDelivery(account, webhook, 'delivered');

    const [{ body, headers }] = at(webhook.path) as [Received];
    expect(delivery).toEqual({
      id: Number(headers['x-parley-delivery']),
      event_id: body.event_id,
      event: 'message_created',
      status: 'delivered',
      attempts: 2,
      created_at: expect.any(String),
      finished_at: expect.any(String),
      next_attempt_at: null,
      last_attempt: {
        started_at: expect.any(String),
        latency_ms: expect.any(Number),
        status_code: 201,
        error: null,
        response: 'x'.repeat(1024),
      },
    });
  });

  it('says why there was no answer, and when it is tried again', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const [id = 0] = await givenFinished(account, webhook, 1);
    await test
      .rows()
      .insertInto('delivery_attempts')
      .values({ delivery_id: id, started_at: new Date(), latency_ms: 7, error: 'ECONNREFUSED' })
      .execute();
    await test
      .rows()
      .updateTable('deliveries')
      .set({ status: 'pending', finished_at: null })
      .where('id', '=', id)
      .execute();
    const due = new Date(Date.now() + 600_000);
    await test
      .rows()
      .insertInto('delivery_lanes')
      .values({
        receiver_type: 'Webhook',
        receiver_id: webhook.id,
        lane: 'conversation:1',
        account_id: account.id,
        due_at: due,
      })
      .execute();

    const { payload } = await listed(account, webhook, '?status=pending');

    expect(payload).toMatchObject([
      {
        id,
        attempts: 1,
        next_attempt_at: due.toISOString(),
        last_attempt: { status_code: null, error: 'ECONNREFUSED' },
      },
    ]);
  });

  it('is read page by page, the newest first, whatever comes meanwhile', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const other = await givenWebhook(receiver, account);
    const ids = await givenFinished(account, webhook, 3);
    await givenFinished(account, other, 2);
    ids.push(...(await givenFinished(account, webhook, 3, { status: 'delivered' })));
    const newestFirst = ids.toReversed();

    const first = await listed(account, webhook, '?limit=3');
    await givenFinished(account, webhook, 1);
    const second = await listed(account, webhook, `?limit=3&before=${first.meta.next_before}`);

    expect([idsOf(first), idsOf(second)]).toEqual([newestFirst.slice(0, 3), newestFirst.slice(3)]);
    expect([first.meta.next_before, second.meta.next_before]).toEqual([newestFirst[2], null]);
  });

  it('shows only those of one status', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const exhausted = await givenFinished(account, webhook, 2);
    const delivered = await givenFinished(account, webhook, 2, { status: 'delivered' });
    const more = await givenFinished(account, webhook, 1);

    const failed = await listed(account, webhook, '?status=exhausted');
    const arrived = await listed(account, webhook, '?status=delivered&limit=1');

    expect(idsOf(failed)).toEqual([...exhausted, ...more].toReversed());
    expect([idsOf(arrived), arrived.meta.next_before]).toEqual([[delivered[1]], delivered[1]]);
    expect((await listed(account, webhook, '?status=cancelled')).payload).toEqual([]);
  });

  it.each([['status=lost'], ['limit=0'], ['limit=101'], ['before=x']])('refuses %s', async (query) => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);

    const { status, body } = await account.call('GET', `${pathOf(webhook)}?${query}`);

    expect([status, body.error]).toEqual([422, 'Validation failed']);
  });

  it('reads each page in one statement, by the index', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    await givenFinished(account, webhook, 30);

    const queries = await queriesDuring(test, () => listed(account, webhook, '?limit=20'));

    const ofDeliveries = queries.filter(({ sql }) => /from .?deliveries/.test(sql));
    expect(ofDeliveries).toHaveLength(1);
    const plan = await planOf(test, ofDeliveries[0]!);
    expect(plan).not.toMatch(/SCAN deliveries|SCAN d\b|Seq Scan on deliveries/);
    // PostgreSQL chooses other indexes for tables as small as those of tests.
    if (databaseKind === 'sqlite') {
      expect(plan.split('deliveries_receiver_type_receiver_id_status_id')).toHaveLength(4);
      expect(plan).toContain('deliveries_receiver_type_receiver_id_id');
    }
  });
});

describe('POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', () => {
  it('sends the same payload with the same numbers', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const delivery = await givenDelivery(account, webhook, 'delivered');

    const { status, body } = await redeliver(account, webhook, delivery.id);
    await receiver.until(() => at(webhook.path).length === 2);

    expect([status, body]).toMatchObject([200, { id: delivery.id, status: 'pending', finished_at: null }]);
    const [first, second] = at(webhook.path) as [Received, Received];
    expect(second.raw).toBe(first.raw);
    for (const name of ['x-parley-delivery', 'x-parley-event-id', 'webhook-id', 'x-chatwoot-delivery']) {
      expect(second.headers[name]).toBe(first.headers[name]);
    }
    const again = await eventually(
      async () => (await listed(account, webhook)).payload[0],
      (shown) => shown.status === 'delivered',
    );
    expect(again).toMatchObject({ id: delivery.id, attempts: 2 });
  });

  it('has all attempts again, and can be repeated', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    receiver.reply = () => ({ status: 500 });
    const delivery = await givenDelivery(account, webhook, 'exhausted');

    await redeliver(account, webhook, delivery.id);
    await eventually(
      async () => (await listed(account, webhook)).payload[0],
      (shown) => shown.status === 'exhausted' && shown.attempts === 4,
    );
    receiver.reply = () => ({});
    await redeliver(account, webhook, delivery.id);
    await receiver.until(() => at(webhook.path).length === 5);

    expect(new Set(at(webhook.path).map(({ headers }) => headers['x-parley-delivery'])).size).toBe(1);
  });

  it('leaves one that is under way alone', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const answered = Promise.withResolvers<void>();
    receiver.reply = () => ({ after: answered.promise });
    await reply(account, await givenConversation(account), { content: 'Look' });
    await receiver.until(() => at(webhook.path).length === 1);
    const [shown] = (await listed(account, webhook)).payload;

    const { status, body } = await redeliver(account, webhook, shown.id);
    answered.resolve();
    await eventually(
      async () => (await listed(account, webhook)).payload[0],
      ({ status: now }) => now === 'delivered',
    );

    expect(shown).toMatchObject({ status: 'pending', next_attempt_at: null });
    expect([status, body]).toEqual([
      409,
      { error: 'Delivery is not finished', message: expect.stringContaining('only what has ended') },
    ]);
    expect(at(webhook.path)).toHaveLength(1);
  });

  it('is sent once, however many ask at the same time', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const delivery = await givenDelivery(account, webhook, 'delivered');
    const answered = Promise.withResolvers<void>();
    receiver.reply = () => ({ after: answered.promise });

    const answers = await Promise.all([1, 2, 3, 4].map(() => redeliver(account, webhook, delivery.id)));
    await receiver.until(() => at(webhook.path).length === 2);
    answered.resolve();
    await eventually(
      async () => (await listed(account, webhook)).payload[0],
      ({ status }) => status === 'delivered',
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(at(webhook.path)).toHaveLength(2);
  });

  it('does not hold up new events of its conversation, or wait for them', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);
    await reply(account, conversation, { content: 'old' });
    const [old] = await eventually(
      async () => (await listed(account, webhook)).payload,
      (payload) => payload[0]?.status === 'delivered',
    );
    const held = Promise.withResolvers<void>();
    receiver.reply = ({ body }) => (body.content === 'old' ? { after: held.promise } : {});

    await redeliver(account, webhook, old.id);
    await receiver.until(() => at(webhook.path).length === 2);
    await reply(account, conversation, { content: 'new' });

    await receiver.until(() => at(webhook.path).some(({ body }) => body.content === 'new'));
    held.resolve();
  });

  it('does not find one that is removed, or was never there, and says why', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const [id = 0] = await givenFinished(account, webhook, 1);
    await test.rows().deleteFrom('deliveries').where('id', '=', id).execute();

    const removed = await redeliver(account, webhook, id);
    const unknown = await redeliver(account, webhook, 999_999_999);

    expect([removed.status, removed.body]).toEqual([
      404,
      {
        error: 'Delivery not found',
        message:
          'this webhook has no such delivery; deliveries are removed 7 days after they have ended (webhooks.keep_days)',
      },
    ]);
    expect(unknown.body).toEqual(removed.body);
  });

  it("does not find another webhook's, or another account's", async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const webhook = await givenWebhook(receiver, account);
    const second = await givenWebhook(receiver, account);
    const theirs = await givenWebhook(receiver, other);
    const [ofSecond = 0] = await givenFinished(account, second, 1);
    const [ofTheirs = 0] = await givenFinished(other, theirs, 1);

    const answers = [
      await redeliver(account, webhook, ofSecond),
      await redeliver(account, webhook, ofTheirs),
      await redeliver(account, theirs, ofTheirs),
      await account.call('GET', pathOf(theirs)),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [404, 'Delivery not found'],
      [404, 'Delivery not found'],
      [404, 'Webhook not found'],
      [404, 'Webhook not found'],
    ]);
    expect((await listed(other, theirs)).payload).toMatchObject([{ id: ofTheirs, status: 'exhausted' }]);
  });

  it('is refused for a disabled webhook, a deleted one, and to agents', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const [id = 0] = await givenFinished(account, webhook, 1);
    const agent = await givenAgent(test, account);

    const byAgent = await account.call('POST', `${pathOf(webhook)}/${id}/redeliver`, undefined, { token: agent.token });
    await account.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
    const disabled = await redeliver(account, webhook, id);
    await account.call('DELETE', `/webhooks/${webhook.id}`);
    const deleted = await redeliver(account, webhook, id);

    expect(byAgent.status).toBe(403);
    expect([disabled.status, disabled.body.error]).toEqual([409, 'Webhook is disabled']);
    expect([deleted.status, deleted.body.error]).toEqual([404, 'Webhook not found']);
    expect(at(webhook.path)).toEqual([]);
  });

  it('is refused where the address has become one that nothing may be sent to', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const [id = 0] = await givenFinished(account, webhook, 1);
    await test
      .rows()
      .updateTable('webhooks')
      .set({ url: 'https://10.0.0.1/hook' })
      .where('id', '=', webhook.id)
      .execute();

    const { status, body } = await redeliver(account, webhook, id);

    expect([status, body]).toEqual([
      422,
      { error: 'Validation failed', message: expect.stringContaining('public address'), attributes: ['url'] },
    ]);
    expect((await listed(account, webhook)).payload).toMatchObject([{ id, status: 'exhausted' }]);
  });
});
