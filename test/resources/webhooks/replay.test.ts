import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  countReplay,
  type ReplayWanted,
  requestReplay,
} from '../../../src/resources/webhooks/replay/request-replay.ts';
import { FAILED, FINISHED } from '../../../src/resources/webhooks/replay/selection.ts';
import { findAnyWebhook } from '../../../src/resources/webhooks/queries.ts';
import { HOUR } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../support/factories.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { wakeOften } from '../../support/time/wake-often.ts';
import { givenFinishedDeliveries, givenWebhook, receivedAt } from '../../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
let sleepAgain: () => void;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8', 'webhooks.retry_minutes': '0.001' });
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
const at = ({ path }: Webhook) => receivedAt(receiver, path);
const idsAt = (webhook: Webhook) => at(webhook).map(({ headers }) => Number(headers['x-parley-delivery']));
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

const EVER = new Date(0);
const ALL: ReplayWanted = { statuses: FINISHED, from: 0, upTo: null, since: EVER };
const ALL_FAILED: ReplayWanted = { ...ALL, statuses: FAILED };

const rowOf = async ({ id }: { id: number }) => (await findAnyWebhook(test.app.tx(), id))!;
const replay = async (webhook: Webhook, wanted: ReplayWanted) =>
  requestReplay(test.app.tx(), await rowOf(webhook), wanted, new Date());
const count = async (webhook: Webhook, wanted: ReplayWanted) =>
  countReplay(test.app.tx(), await rowOf(webhook), wanted, new Date());
const givenFinished = (account: TestAccount, { id }: Webhook, ...more: [number, object?]) =>
  givenFinishedDeliveries(test.rows(), { id, accountId: account.id }, ...more);

/** The job that sends deliveries of the webhook again, once it is no longer pending. */
const ended = (webhook: Webhook) =>
  eventually(
    () =>
      test
        .rows()
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', 'replay_deliveries')
        .where('subject', '=', `webhook:${webhook.id}`)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    (job) => job?.status !== 'pending',
  );

/** A replay of 150 deliveries, of which the receiver has got some, and answers none until `release` is called. */
async function givenReplayUnderWay() {
  const account = await givenAccount(test);
  const webhook = await givenWebhook(receiver, account);
  await givenFinished(account, webhook, 150);
  const held = Promise.withResolvers<void>();
  receiver.reply = () => ({ after: held.promise });
  await replay(webhook, ALL_FAILED);
  await receiver.until(() => at(webhook).length > 0);
  return { account, webhook, release: held.resolve };
}

describe('a replay', () => {
  it('sends all that failed since a time again, once, and nothing else', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const other = await givenWebhook(receiver, account);
    const long = new Date(Date.now() - 5 * HOUR);
    await givenFinished(account, webhook, 3, { finishedAt: long });
    await givenFinished(account, webhook, 3, { status: 'delivered' });
    await givenFinished(account, other, 3);
    const exhausted = await givenFinished(account, webhook, 3);
    const cancelled = await givenFinished(account, webhook, 2, { status: 'cancelled' });
    const wanted = { ...ALL_FAILED, since: new Date(Date.now() - 2 * HOUR) };

    const dry = await count(webhook, wanted);
    const real = await replay(webhook, wanted);
    await receiver.until(() => at(webhook).length >= 5);
    await ended(webhook);

    expect([dry, real]).toEqual(Array(2).fill({ selected: 5, pending: 0 }));
    expect(sorted(idsAt(webhook))).toEqual([...exhausted, ...cancelled]);
    expect(at(other)).toEqual([]);
    await eventually(
      () => count(webhook, wanted),
      ({ selected }) => selected === 0,
    );
  });

  it('sends a range again, also what had arrived, those of one conversation in their order', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const ids = await givenFinished(account, webhook, 20, { status: 'delivered', lane: 'conversation:1' });

    const counted = await replay(webhook, { ...ALL, from: ids[5]!, upTo: ids[14]! });
    await receiver.until(() => at(webhook).length >= 10);
    await ended(webhook);

    expect(counted).toEqual({ selected: 10, pending: 0 });
    expect(idsAt(webhook)).toEqual(ids.slice(5, 15));
  });

  it('leaves alone what is under way when it is asked for, also after that has ended', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const answered = Promise.withResolvers<void>();
    receiver.reply = ({ body }) => (body.content === 'under way' ? { after: answered.promise } : {});
    await reply(account, await givenConversation(account), { content: 'under way' });
    await receiver.until(() => at(webhook).length === 1);
    // More than are due at once, so that the replay comes to its end after the other one has.
    const ids = await givenFinished(account, webhook, 150);

    const counted = await replay(webhook, ALL);
    answered.resolve();
    await receiver.until(() => at(webhook).length >= 151);
    await ended(webhook);

    expect(counted).toEqual({ selected: 150, pending: 1 });
    expect(sorted(idsAt(webhook).slice(1))).toEqual(ids);
  });

  it('does not keep new deliveries waiting', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const ids = await givenFinished(account, webhook, 400);
    receiver.reply = () => ({ delayMs: 20 });

    await replay(webhook, ALL_FAILED);
    await receiver.until(() => at(webhook).length >= 10);
    await reply(account, await givenConversation(account), { content: 'new' });
    await receiver.until(() => at(webhook).some(({ body }) => body.content === 'new'));
    const before = at(webhook).findIndex(({ body }) => body.content === 'new');
    await receiver.until(() => at(webhook).length >= 401);
    await ended(webhook);

    // At most those that were due already, and those that were made due while the message was written.
    expect(before).toBeLessThan(300);
    expect(sorted(idsAt(webhook).filter((_, index) => index !== before))).toEqual(ids);
  });

  it('has one at a time, and another one afterwards', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    await givenFinished(account, webhook, 150);
    const held = Promise.withResolvers<void>();
    receiver.reply = () => ({ after: held.promise });

    await replay(webhook, ALL_FAILED);
    await expect(replay(webhook, ALL)).rejects.toMatchObject({ code: 'conflict' });
    held.resolve();
    await receiver.until(() => at(webhook).length === 150);
    await ended(webhook);
    await eventually(
      () => count(webhook, ALL),
      ({ selected }) => selected === 150,
    );
    await replay(webhook, ALL);

    await receiver.until(() => at(webhook).length === 300);
    await ended(webhook);
  });

  it('goes on although the receiver does not take them', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const ids = await givenFinished(account, webhook, 250);
    receiver.reply = () => ({ status: 503, headers: { 'retry-after': '3600' } });

    await replay(webhook, ALL_FAILED);
    await receiver.until(() => at(webhook).length >= 250);
    await ended(webhook);

    expect(sorted(idsAt(webhook))).toEqual(ids);
  });

  it('is refused for a disabled webhook, and ends with the reason when it is disabled meanwhile', async () => {
    const { account, webhook, release } = await givenReplayUnderWay();

    await account.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
    release();
    const job = await ended(webhook);

    expect(job).toMatchObject({ status: 'dead', last_error: expect.stringContaining('Webhook is disabled') });
    await expect(replay(webhook, ALL)).rejects.toMatchObject({ code: 'conflict', message: 'Webhook is disabled' });
  });

  it('ends when the webhook is deleted', async () => {
    const { account, webhook, release } = await givenReplayUnderWay();

    await account.call('DELETE', `/webhooks/${webhook.id}`);
    release();
    const job = await ended(webhook);
    const lanes = await eventually(
      () =>
        test
          .rows()
          .selectFrom('delivery_lanes')
          .select('lane')
          .where('receiver_type', '=', 'Webhook')
          .where('receiver_id', '=', webhook.id)
          .execute(),
      (rows) => rows.length === 0,
    );

    expect([job?.status, lanes]).toEqual(['done', []]);
    expect(at(webhook).length).toBeLessThan(150);
  });

  it('ends with the reason when nothing may be sent to the address any more, and so do its deliveries', async () => {
    const { account, webhook, release } = await givenReplayUnderWay();

    await test.rows().updateTable('webhooks').set({ url: 'https://10.0.0.1/' }).where('id', '=', webhook.id).execute();
    release();
    const job = await ended(webhook);
    const failed = await eventually(
      async () => (await account.call('GET', `/webhooks/${webhook.id}/deliveries?limit=100`)).body.payload,
      (payload) => payload.some((shown: Shown) => shown.last_attempt?.error?.includes('not allowed to connect')),
    );

    expect(job).toMatchObject({ status: 'dead', last_error: expect.stringContaining('public address') });
    expect(failed.length).toBeGreaterThan(0);
    await expect(replay(webhook, ALL)).rejects.toMatchObject({ code: 'invalid' });
  });
});

type Shown = { last_attempt: { error: string | null } | null };
