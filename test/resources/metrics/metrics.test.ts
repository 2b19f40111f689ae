import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readWork } from '../../../src/resources/metrics/read-work.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { closeSockets, givenSocket } from '../../support/cable/bare-socket.ts';
import { databaseKind } from '../../support/database.ts';
import { planOf } from '../../support/database/plans.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, givenConversation, givenInbox } from '../../support/factories.ts';
import { reply } from '../../support/conversation-calls.ts';
import { readMetrics, valueOf } from './read-metrics.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { givenWebhook } from '../../support/webhooks.ts';

const HOUR_MS = 3_600_000;

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({
    'metrics.allowed_networks': '127.0.0.0/8',
    'webhooks.allowed_networks': '127.0.0.0/8',
    'webhooks.retry_minutes': '60',
  });
});
afterEach(closeSockets);
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});

async function measured() {
  const { status, text } = await test.request('GET', '/metrics');
  expect(status).toBe(200);
  return readMetrics(text);
}

const changeOf = async (work: () => Promise<unknown>, name: string, labels: Record<string, string> = {}) => {
  const before = valueOf(await measured(), name, labels) ?? 0;
  await work();
  return (valueOf(await measured(), name, labels) ?? 0) - before;
};

describe('GET /metrics', () => {
  it('answers in the text format of Prometheus', async () => {
    const { headers, text } = await test.request('GET', '/metrics');

    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toMatch(/^# HELP parley_build_info .+\n# TYPE parley_build_info gauge\nparley_build_info\{version="/);
  });

  it('counts requests by the pattern of their route and their status, never by their path', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, { name: 'Only once' });
    const route = '/api/v1/accounts/{account_id}/contacts/{id}';
    const ask = async () => {
      await account.call('GET', `/contacts/${contact.id}`);
      await account.call('GET', `/contacts/${contact.id}?page=2`);
      await account.call('GET', '/contacts/999999999');
    };

    const before = await measured();
    await ask();
    const after = await measured();

    const grown = (name: string, labels: Record<string, string>) =>
      valueOf(after, name, labels)! - (valueOf(before, name, labels) ?? 0);
    expect(grown('parley_http_requests_total', { method: 'GET', route, status: '200' })).toBe(2);
    expect(grown('parley_http_requests_total', { method: 'GET', route, status: '404' })).toBe(1);
    const time = 'parley_http_request_duration_seconds';
    expect(grown(`${time}_count`, { method: 'GET', route })).toBe(3);
    expect(grown(`${time}_bucket`, { method: 'GET', route, le: '+Inf' })).toBe(3);
    expect(grown(`${time}_sum`, { method: 'GET', route })).toBeGreaterThan(0);
  });

  it('counts what has no route as one', async () => {
    const count = await changeOf(
      async () => {
        await test.request('GET', '/nothing-here');
        await test.request('DELETE', '/nothing-there');
      },
      'parley_http_requests_total',
      { route: 'none', status: '404' },
    );

    expect(count).toBe(2);
  });

  it('has ranges of time that grow', async () => {
    await test.request('GET', '/livez');

    const samples = await measured();

    const ranges = samples
      .filter(({ name, labels }) => name.endsWith('_duration_seconds_bucket') && labels['route'] === '/livez')
      .map(({ value }) => value);
    expect(ranges).toEqual(ranges.toSorted((a, b) => a - b));
    expect(ranges.length).toBeGreaterThan(10);
  });

  it('does not time requests that may wait for events', async () => {
    const account = await givenAccount(test);
    await account.call('GET', '/events');

    const samples = await measured();

    const labels = { route: '/api/v1/accounts/{account_id}/events' };
    expect(valueOf(samples, 'parley_http_requests_total', labels)).toBeGreaterThan(0);
    expect(valueOf(samples, 'parley_http_request_duration_seconds_count', labels)).toBeUndefined();
  });

  it('tells of the process and the database', async () => {
    const samples = await measured();

    for (const name of ['process_resident_memory_bytes', 'parley_database_size_bytes']) {
      expect(valueOf(samples, name)).toBeGreaterThan(100_000);
    }
    for (const name of [
      'process_start_time_seconds',
      'process_cpu_seconds_total',
      'nodejs_heap_size_used_bytes',
      'parley_event_loop_busy_seconds_total',
      'parley_database_busy_seconds_total',
    ]) {
      expect(valueOf(samples, name)).toBeGreaterThan(0);
    }
    expect(valueOf(samples, 'parley_database_up')).toBe(1);
    await eventually(measured, (later) => valueOf(later, 'parley_event_loop_delay_seconds_count')! > 0);
  });

  it('counts sockets while they are open', async () => {
    const before = valueOf(await measured(), 'parley_sockets')!;
    await givenSocket(test);
    const during = valueOf(await measured(), 'parley_sockets')!;
    closeSockets();

    expect(during).toBe(before + 1);
    await eventually(measured, (later) => valueOf(later, 'parley_sockets') === before);
    expect(valueOf(await measured(), 'parley_sockets_opened_total')).toBeGreaterThan(0);
  });

  it('counts failed attempts to sign in', async () => {
    const body = { email: 'nobody@example.com', password: 'Wrong-horse-1' };

    const count = await changeOf(() => test.request('POST', '/auth/sign_in', { body }), 'parley_failed_sign_ins_total');

    expect(count).toBe(1);
  });

  it('has jobs by state, and for how long one has been due', async () => {
    const other = await givenApp({ 'metrics.allowed_networks': '127.0.0.0/8' }, { jobs: false });
    const now = Date.now();
    const job = { account_id: 1, payload: '{}' as never, status: 'pending' as const, created_at: new Date(now) };
    await other
      .rows()
      .insertInto('jobs')
      .values([
        { ...job, kind: 'welcome', due_at: new Date(now - HOUR_MS) },
        { ...job, kind: 'invitation', due_at: new Date(now - 2 * HOUR_MS) },
        { ...job, kind: 'welcome', due_at: new Date(now + HOUR_MS), leased_until: null },
        { ...job, kind: 'welcome', due_at: new Date(now + HOUR_MS), leased_until: new Date(now + HOUR_MS) },
        { ...job, kind: 'welcome', due_at: new Date(now), status: 'dead' },
        { ...job, kind: 'welcome', due_at: new Date(now), status: 'done' },
      ])
      .execute();

    const samples = readMetrics((await other.request('GET', '/metrics')).text);
    await other.stop();

    const inState = (state: string) => valueOf(samples, 'parley_jobs', { state });
    expect(['due', 'running', 'later', 'dead'].map(inState)).toEqual([2, 1, 1, 1]);
    expect(valueOf(samples, 'parley_jobs_oldest_due_seconds')! / 3600).toBeCloseTo(2, 1);
  });

  it('has deliveries by state, and what became of attempts', async () => {
    const account = await givenAccount(test);
    receiver.reply = () => ({ status: 500 });
    await givenWebhook(receiver, account);

    const attempts = async () =>
      valueOf(await measured(), 'parley_delivery_attempts_total', { outcome: 'failed' }) ?? 0;
    const before = await attempts();
    await reply(account, await givenConversation(account), { content: 'Hello' });
    await eventually(attempts, (count) => count > before);

    const later = async () => valueOf(await measured(), 'parley_deliveries', { state: 'later' });
    await eventually(later, (count) => count! > 0);
    expect(valueOf(await measured(), 'parley_deliveries_oldest_due_seconds')).toBeDefined();
  });

  it('counts what providers refuse', async () => {
    const account = await givenAccount(test);
    const phone = `+49${Date.now() % 1_000_000_000}`;
    const inbox = await givenInbox(account, { type: 'whatsapp', phone_number: phone });
    const contact = await givenContact(account, { phone_number: '+4915112345678' });
    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    await account.hear(body);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { api_key: 'x' } });
    const errors = async () =>
      valueOf(await measured(), 'parley_channel_errors_total', { provider: 'dialog360', operation: 'send' }) ?? 0;
    const before = await errors();

    await account.call('POST', `/conversations/${body.id}/messages`, { content: 'Hello', message_type: 'outgoing' });

    await eventually(errors, (count) => count > before);
  });

  it('finds what it counts by indexes', async () => {
    const statements: string[] = [];
    const now = new Date();
    await readWork(
      test.app.tx().noting((sql) => statements.push(sql)),
      now,
    );

    const plans = await Promise.all(
      statements.map((sql) => planOf(test, { sql, parameters: (sql.match(/\?|\$\d+/g) ?? []).map(() => now) })),
    );

    // There is one mailbox for each e-mail inbox, and the others are found by an index or are results already.
    const scans = plans.flatMap(
      (plan) => plan.match(databaseKind === 'sqlite' ? /^SCAN .*$/gm : /Seq Scan on \w+/g) ?? [],
    );
    expect(statements).toHaveLength(6);
    expect(
      scans.filter(
        (scan) => !/ USING (COVERING )?INDEX |SCAN (found|[a-c]|lanes|dead|queued|waiting)\b|mailboxes/.test(scan),
      ),
    ).toEqual([]);
  });
});
