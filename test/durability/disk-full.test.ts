import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { formWith } from '../support/files/pictures.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';
import { withRows } from '../support/database/rows.ts';
import {
  deliveredIn,
  givenServedAccount,
  messagesIn,
  messagesOf,
  recovered,
  type Reply,
  send,
  type ServedAccount,
  settingsFor,
} from '../support/served-account.ts';
import { onlyIf } from '../support/only.ts';
import { canMount } from '../support/faults/small-disk.ts';
import { givenSmallPlaces, type SmallPlaces } from '../support/faults/small-place.ts';

const MEBIBYTE = 2 ** 20;
const CONTACTS = 1500;
const LONG = 'All work and no play makes Jack a dull boy. '.repeat(50);

let places: SmallPlaces;
let receiver: Receiver;
let account: ServedAccount;

onlyIf(canMount(), describe)('a disk that is full', () => {
  beforeAll(async () => {
    receiver = await givenReceiver();
    places = await givenSmallPlaces(64);
    account = await givenServedAccount(await places.newPlace(), settingsFor(receiver));
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  });
  afterEach(() => places.disk.free());
  afterAll(async () => {
    await account?.server.stop();
    await places?.remove();
    await receiver?.stop();
  });

  it('refuses messages with an explanation, lets everything be read, and takes messages again once there is room', async () => {
    const conversation = await account.newConversation();
    const acknowledged = new Map<number, string>();
    const write = async () => {
      const reply = await send(account, conversation, `${acknowledged.size} ${LONG}`);
      if (reply.status === 201) acknowledged.set(reply.body.id, reply.body.content);
      return reply;
    };
    await write();
    const readyBefore = await account.ask('/readyz');

    places.disk.fill();
    const refusal = await eventually(write, ({ status }) => status !== 201);
    // The answer before is told again for a moment, unless something has failed since.
    const ready = await account.ask('/readyz');
    const alive = await account.ask('/livez');
    const list = await account.call('GET', '/conversations');
    const kept = await messagesOf(account, conversation);
    places.disk.free();
    await eventually(write, ({ status }) => status === 201);
    await recovered(account, receiver);

    expect(readyBefore.status).toBe(200);
    expectNoRoom(refusal);
    expectNotReady(ready);
    expect([alive.status, list.status]).toEqual([200, 200]);
    for (const [id] of kept) expect([...acknowledged.keys()]).toContain(id);
    const messages = await messagesOf(account, conversation);
    for (const [id, content] of acknowledged) expect(messages.get(id)).toBe(content);
    await receiver.until(() => [...acknowledged.keys()].every((id) => deliveredIn(receiver).has(id)), 'every message');
  });

  it.each([
    ['no room at all', 0],
    ['room for a part of it', MEBIBYTE],
  ])('refuses an upload where there is %s, and leaves nothing of it behind', async (_, bytes) => {
    const conversation = await account.newConversation();
    const file = new Uint8Array(3 * MEBIBYTE).fill(65);
    const upload = () =>
      account.call(
        'POST',
        messagesIn(conversation),
        formWith('attachments[]', file, { message_type: 'outgoing' }, 'a.txt'),
      );
    const before = filesOf(account);

    places.disk.fill(bytes);
    const refusal = await upload();
    const alive = await account.ask('/livez');
    const after = filesOf(account);
    places.disk.free();
    const uploaded = await eventually(upload, ({ status }) => status === 201);

    expectNoRoom(refusal);
    expect(alive.status).toBe(200);
    expect(after).toEqual(before);
    const fetched = await fetch(uploaded.body.attachments[0].data_url);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(file)).toBe(true);
    await recovered(account, receiver);
  });

  it('interrupts an import, which goes on by itself once there is room', async () => {
    const rows = Array.from(
      { length: CONTACTS },
      (_, index) => `Person ${index},p${index}@example.com,${'x'.repeat(200)}`,
    );
    const text = `name,email,remark\n${rows.join('\n')}\n`;

    // Room for the file, and not for all that is in it.
    places.disk.fill(text.length + MEBIBYTE);
    const taken = await account.call(
      'POST',
      '/contacts/import',
      formWith('import_file', new TextEncoder().encode(text), {}, 'people.csv'),
    );
    const refusal = await eventually(
      () => account.call('POST', '/contacts', { name: 'Somebody else', custom_attributes: { remark: LONG } }),
      ({ status }) => status !== 201,
    );
    places.disk.free();
    const imported = await eventually(countImported, (count) => count === CONTACTS);

    expect(taken.status).toBe(200);
    expectNoRoom(refusal);
    expect(imported).toBe(CONTACTS);
    await recovered(account, receiver);
  });

  it('loses no delivery that was under way: it is stored later, or sent again as the same event', async () => {
    const conversations = await Promise.all(Array.from({ length: 4 }, () => account.newConversation()));
    const held = Promise.withResolvers<void>();
    receiver.reply = () => ({ after: held.promise });
    const messages = await Promise.all(conversations.map((conversation) => send(account, conversation, LONG)));
    const ids = messages.map(({ body }) => body.id as number);
    await receiver.until(() => ids.every((id) => deliveredIn(receiver).has(id)), 'every message');

    places.disk.fill();
    const full = await eventually(
      () => send(account, conversations[0]!, LONG),
      ({ status }) => status !== 201,
    );
    held.resolve();
    receiver.reply = () => ({});
    const alive = await account.ask('/livez');
    const reading = await account.call('GET', '/conversations');
    places.disk.free();
    const outcomes = await eventually(
      () => statusesOf(ids.flatMap((id) => [...deliveredIn(receiver).get(id)!.keys()])),
      (statuses) => !statuses.includes('pending'),
    );

    expectNoRoom(full);
    expect([alive.status, reading.status]).toEqual([200, 200]);
    expect(outcomes).toEqual(ids.map(() => 'delivered'));
    for (const id of ids) {
      const events = [...deliveredIn(receiver).get(id)!.values()];
      expect(events.map((bodies) => bodies.size)).toEqual([1]);
    }
    await recovered(account, receiver);
  });
});

function expectNoRoom({ status, headers, body }: Reply): void {
  expect({ status, body }).toEqual(
    status === 507
      ? { status: 507, body: { error: 'Insufficient storage', message: expect.any(String) } }
      : { status: 503, body: { error: 'Service unavailable', message: expect.any(String) } },
  );
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

function expectNotReady({ status, body }: Reply): void {
  expect([status, body.status]).toEqual([503, 'unavailable']);
  const named = ['database', 'storage'].filter((check) => body.failed.includes(check));
  expect(named.map((check) => body.checks[check])).toContain('the disk is full');
}

/** The files below the data directory that requests make, by their sizes. */
function filesOf({ place }: ServedAccount): string[] {
  return readdirSync(place.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\/(files|uploads)(\/|$)/.test(entry.parentPath))
    .map(({ parentPath, name }) => `${join(parentPath, name)} ${statSync(join(parentPath, name)).size}`)
    .toSorted();
}

async function countImported(): Promise<number> {
  const { count } = await withRows(account.place, (rows) =>
    rows
      .selectFrom('contacts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('email', 'like', 'p%@example.com')
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

const statusesOf = (eventIds: number[]) =>
  withRows(account.place, async (rows) => {
    const found = await rows.selectFrom('deliveries').select('status').where('event_id', 'in', eventIds).execute();
    return found.map(({ status }) => status);
  });
