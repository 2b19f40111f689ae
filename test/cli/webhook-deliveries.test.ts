import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';
import { runParley } from '../support/parley.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';
import { givenFinishedDeliveries, givenWebhook, receivedAt } from '../support/webhooks.ts';

const NETWORKS = { PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8' };
const OLD = new Date('2026-11-01T08:00:00Z');
const RECENT = new Date('2026-11-20T08:00:00Z');
const SINCE = '2026-11-10';

let place: Place;
let receiver: Receiver;
let server: TestApp;
let account: TestAccount;
let webhook: { id: number; secret: string; path: string };
beforeAll(async () => {
  receiver = await givenReceiver();
  place = await givenPlace();
  server = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' }, { place });
});
beforeEach(async () => {
  account = await givenAccount(server);
  webhook = await givenWebhook(receiver, account);
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
  await place.remove();
});

const webhooks = (...args: (string | number)[]) => runParley(['webhooks', ...args.map(String)], place, NETWORKS);
const asJson = async (...args: (string | number)[]) => JSON.parse((await webhooks(...args, '--json')).stdout);

const givenFinished = (count: number, like: object = {}, id = webhook.id) =>
  givenFinishedDeliveries(server.rows(), { id, accountId: account.id }, count, { finishedAt: RECENT, ...like });
const idsAt = () => receivedAt(receiver, webhook.path).map(({ headers }) => Number(headers['x-parley-delivery']));
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

describe('parley webhooks log', () => {
  it('shows what was sent, the newest first, by webhook, status and time', async () => {
    const second = await givenWebhook(receiver, account);
    const old = await givenFinished(2, { finishedAt: OLD });
    const [failed = 0, more = 0] = await givenFinished(2);
    const [arrived = 0] = await givenFinished(1, { status: 'delivered' });
    const [ofSecond = 0] = await givenFinished(1, {}, second.id);
    const attempt = { delivery_id: failed, started_at: RECENT, latency_ms: 12 };
    await server
      .rows()
      .insertInto('delivery_attempts')
      .values({ ...attempt, status_code: 503 })
      .execute();
    await server
      .rows()
      .insertInto('delivery_attempts')
      .values({ ...attempt, error: 'ECONNRESET' })
      .execute();

    const log = async (...args: (string | number)[]) =>
      (await asJson('log', '--account', account.id, ...args)).map(({ id }: { id: number }) => id);
    const lists = [
      await log(),
      await log('--webhook', webhook.id),
      await log('--status', 'exhausted', '--since', SINCE),
      await log('--limit', 2),
    ];
    const [first] = (await asJson('log', '--account', account.id, '--webhook', webhook.id, '--since', SINCE)).slice(-1);
    const { stdout } = await webhooks('log', '--account', account.id, '--status', 'exhausted');

    expect(lists).toEqual([
      [ofSecond, arrived, more, failed, ...old.toReversed()],
      [arrived, more, failed, ...old.toReversed()],
      [ofSecond, more, failed],
      [ofSecond, arrived],
    ]);
    expect(first).toMatchObject({
      webhook_id: webhook.id,
      id: failed,
      event: 'message_created',
      status: 'exhausted',
      attempts: 2,
      created_at: RECENT.toISOString(),
      last_attempt: { status_code: null, error: 'ECONNRESET', latency_ms: 12 },
    });
    expect(stdout).toMatch(
      new RegExp(
        `delivery ${failed}  webhook ${webhook.id}  message_created \\d+  exhausted: ECONNRESET after 12 ms, attempt 2\\n`,
      ),
    );
  });

  it('shows what was sent to a deleted webhook, but nothing of other accounts', async () => {
    const ids = await givenFinished(2);
    const other = await givenAccount(server);
    await account.call('DELETE', `/webhooks/${webhook.id}`);

    const log = (id: number) => asJson('log', '--account', id, '--webhook', webhook.id);

    expect((await log(account.id)).map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect(await log(other.id)).toEqual([]);
    expect((await webhooks('log', '--account', other.id)).stdout).toBe('There is no such delivery.\n');
  });
});

describe('parley webhooks replay', () => {
  it('says how many there are, and sends them by the running server', async () => {
    await givenFinished(2, { finishedAt: OLD });
    const ids = await givenFinished(3);

    const dry = await asJson('replay', webhook.id, '--failed-since', SINCE, '--dry-run');
    const sentByThen = idsAt();
    const real = await asJson('replay', webhook.id, '--failed-since', SINCE);
    await receiver.until(() => idsAt().length >= 3);

    expect(dry).toEqual({ webhook_id: webhook.id, deliveries: 3, pending: 0, dry_run: true });
    expect(sentByThen).toEqual([]);
    expect(real).toEqual({ ...dry, dry_run: false });
    expect(sorted(idsAt())).toEqual(ids);
  });

  it('sends one again, or a range', async () => {
    const [one = 0, , from = 0, to = 0] = await givenFinished(5, { status: 'delivered' });

    const words = await webhooks('replay', webhook.id, '--delivery', one);
    const range = await webhooks('replay', webhook.id, '--from', from, '--to', to);
    await receiver.until(() => idsAt().length >= 3);

    expect([words.stdout, range.stdout]).toEqual([
      '1 queued; the running server sends them again.\n',
      '2 queued; the running server sends them again.\n',
    ]);
    expect(sorted(idsAt())).toEqual([one, from, to]);
  });

  it('has nothing to do where nothing failed', async () => {
    await givenFinished(1, { status: 'delivered' });

    const { code, stdout } = await webhooks('replay', webhook.id, '--failed-since', SINCE);

    expect([code, stdout]).toEqual([0, 'There is nothing to send again.\n']);
  });

  it.each([
    [[], 2, 'say which to send again'],
    [['--delivery', '1', '--from', '1'], 2, 'say which to send again'],
    [['--to', '1'], 2, 'say which to send again'],
    [['--from', '3', '--to', '2'], 2, '--to needs a --from that is not greater'],
    [['--failed-since', 'soon'], 2, 'must be a time'],
    [['--delivery', '999999999'], 1, 'this webhook has no such delivery; deliveries are removed 30 days after'],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await webhooks('replay', webhook.id, ...args);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('says so when the webhook was deleted, is disabled, or has an address that is not allowed', async () => {
    await givenFinished(1);
    const args = ['--failed-since', SINCE];

    const refused = await runParley(['webhooks', 'replay', String(webhook.id), ...args], place);
    await account.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
    const disabled = await webhooks('replay', webhook.id, ...args);
    await account.call('DELETE', `/webhooks/${webhook.id}`);
    const deleted = await webhooks('replay', webhook.id, ...args);

    expect([refused, disabled, deleted].map(({ code, stdout }) => [code, stdout])).toEqual(Array(3).fill([1, '']));
    expect(refused.stderr).toContain('url must be a public address');
    expect(disabled.stderr).toContain('enable it first');
    expect(deleted.stderr).toContain(`there is no webhook ${webhook.id}, or it was deleted`);
    expect(idsAt()).toEqual([]);
  });
});

describe('parley webhooks enable', () => {
  it('enables it again, and says what was not sent meanwhile', async () => {
    const lastBefore = (await account.call('GET', '/events')).body.meta.last_id;
    await account.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
    const failingSince = new Date('2026-11-19T08:00:00Z');
    await server
      .rows()
      .updateTable('webhooks')
      .set({ failing_since: failingSince })
      .where('id', '=', webhook.id)
      .execute();
    await givenFinished(1, { finishedAt: OLD });
    await givenFinished(3);
    await givenFinished(2, { status: 'cancelled' });
    await account.call('POST', '/contacts', { name: 'Meanwhile' });

    const { stdout } = await webhooks('enable', webhook.id);
    const again = await webhooks('enable', webhook.id);
    const [shown] = (await account.call('GET', '/webhooks')).body;

    const since = failingSince.toISOString();
    expect(stdout).toContain(`Webhook ${webhook.id} is enabled. It was disabled at `);
    expect(stdout).toContain(': disabled by an administrator.\n');
    expect(stdout).toContain(
      `3 failed and 2 were cancelled since ${since}: parley webhooks replay ${webhook.id} --failed-since ${since}\n`,
    );
    const [, after] = /GET \/api\/v1\/accounts\/\d+\/events\?after=(\d+) has it/.exec(stdout) ?? [];
    expect(Number(after)).toBeGreaterThanOrEqual(lastBefore);
    expect(shown).toMatchObject({ enabled: true, disabled_reason: null });
    expect(again.stdout).toBe(`Webhook ${webhook.id} is enabled already.\n`);
  });

  it('gives the same as JSON', async () => {
    await account.call('PATCH', `/webhooks/${webhook.id}`, { enabled: false });

    const document = await asJson('enable', webhook.id);

    expect(document).toEqual({
      webhook_id: webhook.id,
      account_id: account.id,
      disabled_at: expect.any(String),
      disabled_reason: 'disabled by an administrator',
      failing_since: document.disabled_at,
      exhausted: 0,
      cancelled: 0,
      pending: 0,
      events_after: null,
    });
  });
});

describe('parley webhooks rotate-secret', () => {
  it('gives it another secret, beside which the former one signs for a day, until it is ended', async () => {
    const rotated = await asJson('rotate-secret', webhook.id);
    const { stdout } = await webhooks('rotate-secret', webhook.id);
    const ended = await asJson('rotate-secret', webhook.id, '--end-previous');
    const [shown] = (await account.call('GET', '/webhooks')).body;

    expect(rotated).toEqual({
      webhook_id: webhook.id,
      secret: expect.stringMatching(/^whsec_/),
      previous_secret_until: expect.any(String),
    });
    expect(rotated.secret).not.toBe(webhook.secret);
    expect(stdout).toContain(`Secret  ${ended.secret}\n`);
    expect(stdout).not.toContain(rotated.secret);
    expect(ended.previous_secret_until).toBeNull();
    expect(shown).toMatchObject({ secret: ended.secret, previous_secret_until: null });
  });

  it('does not find a webhook that is not there', async () => {
    const { code, stderr } = await webhooks('rotate-secret', 999_999);

    expect([code, stderr]).toEqual([1, expect.stringContaining('there is no webhook 999999')]);
  });
});
