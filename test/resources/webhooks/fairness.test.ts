import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../support/factories.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { reply } from '../../support/conversation-calls.ts';
import { wakeOften } from '../../support/time/wake-often.ts';
import { givenWebhook, receivedAt } from '../../support/webhooks.ts';

const SLOTS = 8;
const SLOTS_OF_RECEIVER = 4;

let test: TestApp;
let receiver: Receiver;
let sleepAgain: () => void;
let hang = Promise.withResolvers<void>();

beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({
    'webhooks.allowed_networks': '127.0.0.0/8',
    // What hangs does so until the test is over.
    'webhooks.timeout_seconds': '120',
    'webhooks.concurrency_per_receiver': String(SLOTS_OF_RECEIVER),
    'webhooks.concurrency': String(SLOTS),
  });
  sleepAgain = wakeOften(test);
});
afterEach(async () => {
  receiver.reply = () => ({});
  hang.resolve();
  hang = Promise.withResolvers();
  await eventually(
    () => test.rows().selectFrom('delivery_lanes').select('lane').execute(),
    (lanes) => lanes.length === 0,
  );
});
afterAll(async () => {
  sleepAgain();
  await test.stop();
  await receiver.stop();
});

/** Conversations with a message each, so that each webhook of the account has as many lanes. */
async function givenMessages(account: TestAccount, count: number) {
  const conversations = await Promise.all(Array.from({ length: count }, () => givenConversation(account)));
  for (const conversation of conversations) await reply(account, conversation, { content: 'Is anybody there?' });
  return conversations;
}

const at = (path: string) => receivedAt(receiver, path);
const contentsAt = (path: string) => at(path).map(({ body }) => body.content as string);

/** The receivers at these paths do not answer before the test is over, or until `answer` is called. */
function hanging(...webhooks: { path: string }[]): void {
  const silent = new Set(webhooks.map(({ path }) => path));
  receiver.reply = ({ path }) => (silent.has(path) ? { after: hang.promise } : {});
}

/** The attempts at the webhook that got no answer, in the order in which they began, once there are so many. */
const timedOut = (app: TestApp, webhook: { id: number }, count: number) =>
  eventually(
    () =>
      app
        .rows()
        .selectFrom('delivery_attempts as a')
        .innerJoin('deliveries as d', 'd.id', 'a.delivery_id')
        .select(['a.started_at', 'a.latency_ms'])
        .where('d.receiver_type', '=', 'Webhook')
        .where('d.receiver_id', '=', webhook.id)
        .where('a.status_code', 'is', null)
        .orderBy('a.started_at')
        .execute(),
    (rows) => rows.length >= count,
  );

describe('receivers that never answer', () => {
  it('do not keep one of another account waiting', async () => {
    const [silent, account] = [await givenAccount(test), await givenAccount(test)];
    const webhooks = await Promise.all(
      Array.from({ length: SLOTS + 2 }, () => givenWebhook(receiver, silent, 'silent')),
    );
    const healthy = await givenWebhook(receiver, account, 'healthy');
    const [conversation] = await givenMessages(account, 1);
    await receiver.until(() => at(healthy.path).length === 1);

    hanging(...webhooks);
    await givenMessages(silent, 3);
    await receiver.until(() => webhooks.some(({ path }) => at(path).length > 0));
    for (const content of ['one', 'two', 'three']) await reply(account, conversation!, { content });
    await receiver.until(() => at(healthy.path).length === 4);

    expect(contentsAt(healthy.path).slice(1)).toEqual(['one', 'two', 'three']);
  });

  it('leave a slot to a new receiver', async () => {
    const [silent, account] = [await givenAccount(test), await givenAccount(test)];
    const webhooks = await Promise.all(
      Array.from({ length: SLOTS + 2 }, () => givenWebhook(receiver, silent, 'silent')),
    );
    const fresh = await givenWebhook(receiver, account, 'fresh');

    hanging(...webhooks);
    await givenMessages(silent, 1);
    // As many as the account may have that nothing good is known of; no other gets a slot before one of them times out.
    await receiver.until(() => webhooks.filter(({ path }) => at(path).length > 0).length >= 3);
    await givenMessages(account, 1);

    await receiver.until(() => at(fresh.path).length === 1);
  });

  it('leave a slot to a new receiver, even if they belong to many accounts', async () => {
    const accounts = await Promise.all(Array.from({ length: 2 * SLOTS }, () => givenAccount(test)));
    const webhooks = await Promise.all(accounts.map((account) => givenWebhook(receiver, account, 'silent')));
    const account = await givenAccount(test);
    const fresh = await givenWebhook(receiver, account, 'fresh');

    hanging(...webhooks);
    await Promise.all(accounts.map((silent) => givenMessages(silent, 1)));
    await receiver.until(() => webhooks.every(({ path }) => at(path).length > 0));
    await givenMessages(account, 3);

    await receiver.until(() => at(fresh.path).length === 3);
  });

  it('have one slot until they answer, and then all of their slots again', async () => {
    const retrying = await givenApp({
      'webhooks.allowed_networks': '127.0.0.0/8',
      'webhooks.retry_minutes': '0.001,0.001,0.001',
      'webhooks.timeout_seconds': '1',
      'webhooks.concurrency_per_receiver': String(SLOTS_OF_RECEIVER),
    });
    const account = await givenAccount(retrying);
    const webhook = await givenWebhook(receiver, account, 'changing');
    await givenMessages(account, 2);
    await receiver.until(() => at(webhook.path).length === 2);
    hanging(webhook);
    const conversations = await givenMessages(account, 6);
    const silence = await timedOut(retrying, webhook, 6);

    let answers = 0;
    let held = 0;
    const { promise: together, resolve: enough } = Promise.withResolvers<void>();
    receiver.reply = () => {
      answers += 1;
      if (answers <= 3) return {};
      held += 1;
      if (held === SLOTS_OF_RECEIVER) enough();
      return { after: together };
    };
    for (const conversation of conversations) await reply(account, conversation, { content: 'again' });
    await together;
    await retrying.stop();

    const endOf = ({ started_at, latency_ms }: (typeof silence)[number]) => started_at.getTime() + latency_ms;
    const firstEnd = Math.min(...silence.map(endOf));
    const later = silence.filter(({ started_at }) => started_at.getTime() >= firstEnd);
    expect(later.length).toBeGreaterThanOrEqual(2);
    for (const [index, attempt] of later.slice(1).entries()) {
      expect(attempt.started_at.getTime()).toBeGreaterThanOrEqual(endOf(later[index]!));
    }
  });
});

describe('accounts', () => {
  it('keep a part of the slots for each other when healthy receivers all hang at once', async () => {
    const [large, small] = [await givenAccount(test), await givenAccount(test)];
    const webhooks = await Promise.all([1, 2, 3, 4].map(() => givenWebhook(receiver, large, 'large')));
    const one = await givenWebhook(receiver, small, 'small');
    await Promise.all([givenMessages(large, 5), givenMessages(small, 2)]);
    await receiver.until(() => webhooks.every(({ path }) => at(path).length === 5) && at(one.path).length === 2);

    hanging(...webhooks);
    await givenMessages(large, 5);
    await receiver.until(() => webhooks.flatMap(({ path }) => at(path)).length > 4 * 5);
    await givenMessages(small, 3);

    await receiver.until(() => at(one.path).length === 5);
  });

  it('are served in turns, however many receivers and due lanes one of them has', async () => {
    const place = await givenPlace();
    const settings = { 'webhooks.allowed_networks': '127.0.0.0/8', 'webhooks.concurrency': String(SLOTS) };
    const writing = await givenApp(settings, { place, jobs: false });
    const [large, small] = [await givenAccount(writing), await givenAccount(writing)];
    const webhooks = await Promise.all([1, 2, 3, 4, 5, 6].map(() => givenWebhook(receiver, large, 'large')));
    const one = await givenWebhook(receiver, small, 'small');
    await givenMessages(large, 40);
    await givenMessages(small, 3);
    await writing.stop();

    const sending = await givenApp(settings, { place });
    const all = () => receiver.received.filter(({ path }) => [one, ...webhooks].some((of) => of.path === path));
    await receiver.until(() => all().length === 40 * webhooks.length + 3);
    await sending.stop();
    await place.remove();

    const last = all().findLastIndex(({ path }) => path === one.path);
    expect(last).toBeLessThan(all().length / 2);
  });
});

describe('a webhook that is disabled while several of its deliveries fail', () => {
  it('is announced once', async () => {
    const disabling = await givenApp({
      'webhooks.allowed_networks': '127.0.0.0/8',
      'webhooks.retry_minutes': '0.001',
      'webhooks.disable_after_hours': '0',
      'webhooks.disable_after_deliveries': '1',
    });
    const account = await givenAccount(disabling);
    const webhook = await givenWebhook(receiver, account, 'gone');
    const answered = await givenMessages(account, 6);
    await receiver.until(() => at(webhook.path).length === answered.length);
    receiver.reply = ({ path }) => (path === webhook.path ? { status: 410, after: hang.promise } : {});

    for (const conversation of answered) await reply(account, conversation, { content: 'still there?' });
    await receiver.until(() => at(webhook.path).length >= answered.length + 2);
    hang.resolve();
    const lanes = () => disabling.rows().selectFrom('delivery_lanes').select('lane').execute();
    await eventually(lanes, (left) => left.length === 0);
    const mails = await disabling
      .rows()
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'webhook_disabled')
      .execute();
    const failed = await disabling
      .rows()
      .selectFrom('delivery_attempts')
      .select('id')
      .where('status_code', '=', 410)
      .execute();
    await disabling.stop();

    expect(failed.length).toBeGreaterThanOrEqual(2);
    expect(mails).toHaveLength(1);
  });
});
