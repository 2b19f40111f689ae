import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/db/database.ts';
import { type Clock, givenClock } from '../support/time/clock.ts';
import { eventually } from '../support/eventually.ts';
import { letFaultsHappen } from '../support/faults/faults.ts';
import { randomFrom } from '../../bin/seed/random.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';
import { countedRows, keptCounts } from '../support/database/kept-counts.ts';
import { withRows } from '../support/database/rows.ts';
import {
  givenServedAccount,
  messagesOf,
  recovered,
  type ServedAccount,
  settingsFor,
} from '../support/served-account.ts';
import { onlyIf } from '../support/only.ts';
import { canMount } from '../support/faults/small-disk.ts';
import { givenSmallPlaces, type SmallPlaces } from '../support/faults/small-place.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';
import { startWriters } from '../support/writers.ts';

const WRITERS = 16;
const DISK_MEBIBYTES = 512;
/** Milliseconds after the last fault in which all must be as before; long, because other suites use the machine too. */
const RECOVERY_MS = process.env['PARLEY_TEST_FAULT_SECONDS'] ? 10_000 : 40_000;
const SECONDS = Number(process.env['PARLEY_TEST_FAULT_SECONDS'] ?? 30);
const SEED = Number(process.env['PARLEY_TEST_FAULT_SEED'] ?? Date.now() % 1_000_000);
const SUBSCRIPTIONS = ['message_created', 'conversation_status_changed', 'contact_created'];

let places: SmallPlaces;
let receiver: Receiver;
let mailServer: MailServer;
let clock: Clock;
let account: ServedAccount;

onlyIf(canMount(), describe)(`${SECONDS} seconds of faults under ${WRITERS} writers`, () => {
  beforeAll(async () => {
    [receiver, mailServer, places] = await Promise.all([
      givenReceiver(),
      givenMailServer(),
      givenSmallPlaces(DISK_MEBIBYTES),
    ]);
    clock = givenClock();
    account = await givenServedAccount(await places.newPlace(), {
      ...settingsFor(receiver),
      ...clock.env,
      PARLEY_MAIL_SMTP_URL: mailServer.url,
    });
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: SUBSCRIPTIONS });
  });
  afterAll(async () => {
    await account?.server.stop();
    await places?.remove();
    clock?.remove();
    await Promise.all([mailServer?.stop(), receiver?.stop()]);
  });

  // With the seed in the title, PARLEY_TEST_FAULT_SEED makes the same faults again.
  it(
    `end without a trace (seed ${SEED})`,
    async () => {
      const random = randomFrom(SEED);
      const writers = await startWriters(account, WRITERS, randomFrom(SEED + 1));

      const happened = await letFaultsHappen({ places, account, receiver, clock }, SECONDS, random);
      const recovery: string[] = [];
      await Promise.race([recovered(account, receiver, (step) => recovery.push(step)), sleep(RECOVERY_MS)]);
      const recoveredInTime = [...recovery];
      const { failed, checks } = (await account.ask('/readyz')).body;
      await writers.stop();

      const { acknowledged, conversations, unexpected } = writers;
      expect({ happened, unexpected: unexpected.slice(0, 10), recoveredInTime, failed, checks }).toEqual({
        happened,
        unexpected: [],
        failed: [],
        checks,
        recoveredInTime: ['ready', 'written', 'delivered'],
      });
      await expectMessages(acknowledged.messages, conversations);
      await expectStates(acknowledged);
      await expectContacts(acknowledged.contacts);
      await expectDeliveries();
      expect(await keptCounts(account)).toEqual(await countedRows(account));
      await expectMails(acknowledged.transcripts);
      await expectFiles(acknowledged.files);
    },
    (SECONDS + 120) * 1000,
  );
});

async function expectMessages(acknowledged: Map<number, string>, conversations: { id: number }[]): Promise<void> {
  const kept = new Map<number, string>();
  for (const conversation of conversations) {
    for (const [id, content] of await messagesOf(account, conversation)) kept.set(id, content);
  }
  expect(acknowledged.size).toBeGreaterThan(WRITERS);
  expect([...acknowledged].filter(([id, content]) => kept.get(id) !== content)).toEqual([]);
}

async function expectStates(possible: { statuses: Map<number, Set<string>>; labels: Map<number, Set<string>> }) {
  for (const [id, statuses] of possible.statuses) {
    expect([...statuses]).toContain((await account.call('GET', `/conversations/${id}`)).body.status);
  }
  for (const [id, labels] of possible.labels) {
    const { body } = await account.call('GET', `/conversations/${id}/labels`);
    expect([...labels]).toContain(body.payload.toSorted().join());
  }
}

async function expectContacts(acknowledged: Map<number, string>): Promise<void> {
  const rows = await withRows(account.place, (rows) => rows.selectFrom('contacts').select(['id', 'name']).execute());
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  expect([...acknowledged].filter(([id, name]) => names.get(id) !== name)).toEqual([]);
}

async function expectFiles(acknowledged: Map<string, string>): Promise<void> {
  const damaged: object[] = [];
  for (const [url, content] of acknowledged) {
    const response = await fetch(url);
    const text = await response.text();
    if (text !== content) damaged.push({ status: response.status, length: text.length, uploaded: content.length });
  }
  expect(damaged).toEqual([]);
}

async function expectMails(addresses: string[]): Promise<void> {
  await eventually(
    () =>
      withRows(account.place, (rows) =>
        rows
          .selectFrom('jobs')
          .select(['kind', 'status', 'attempts_count', 'due_at', 'leased_until', 'last_error'])
          .where('status', '<>', 'done')
          .execute(),
      ),
    (undone) => undone.length === 0,
  );
  const arrived = new Set(mailServer.arrived.flatMap(({ to }) => to));
  expect(addresses.filter((address) => !arrived.has(address))).toEqual([]);
}

/** Each event of the webhook's arrived, the same each time, and no message under two of them. */
async function expectDeliveries(): Promise<void> {
  await eventually(
    () => withRows(account.place, pendingDeliveries),
    (pending) => pending.length === 0,
  );
  const deliveries = await withRows(account.place, (rows) =>
    rows.selectFrom('deliveries').select(['event_id', 'status']).execute(),
  );
  const bodies = new Map<number, Set<string>>();
  const events = new Map<number, Set<number>>();
  for (const { body, raw } of receiver.received) {
    bodies.set(body.id, (bodies.get(body.id) ?? new Set<string>()).add(raw));
    if (body.event === 'message_created') {
      events.set(body.message.id, (events.get(body.message.id) ?? new Set<number>()).add(body.id));
    }
  }
  expect(deliveries.filter(({ event_id: id, status }) => status !== 'delivered' || !bodies.has(id))).toEqual([]);
  expect([...bodies.values()].filter((contents) => contents.size > 1)).toEqual([]);
  expect([...events].filter(([, ids]) => ids.size > 1)).toEqual([]);
}

/** What is still to be sent, with its lane; null = there is none, and it would never be. */
function pendingDeliveries(rows: Db) {
  return rows
    .selectFrom('deliveries as d')
    .leftJoin('delivery_lanes as l', (join) =>
      join
        .onRef('l.receiver_type', '=', 'd.receiver_type')
        .onRef('l.receiver_id', '=', 'd.receiver_id')
        .onRef('l.lane', '=', 'd.lane'),
    )
    .select(['d.event_id', 'd.lane', 'd.attempts_count', 'l.lane as open_lane', 'l.due_at', 'l.held_by'])
    .where('d.status', '=', 'pending')
    .execute();
}
