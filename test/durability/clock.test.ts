import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HOUR, SECOND } from '../../src/time.ts';
import { givenAccountIn } from '../support/account-in.ts';
import { type Clock, givenClock } from '../support/time/clock.ts';
import { databaseKind, givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type Served, serveParley } from '../support/parley.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';

/** SQLite is one process's; on PostgreSQL several serve together. */
const PROCESSES = databaseKind === 'postgresql' ? 2 : 1;

let place: Place;
let receiver: Receiver;
let clock: Clock;
let env: Record<string, string>;
let account: number;
let token: string;
let served: Served[];

beforeAll(async () => {
  receiver = await givenReceiver();
});
afterAll(() => receiver.stop());

beforeEach(async () => {
  place = await givenPlace();
  clock = givenClock();
  receiver.received.length = 0;
  receiver.reply = () => ({});
  env = {
    ...clock.env,
    NODE_EXTRA_CA_CERTS: receiver.certificateFile,
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_WEBHOOKS_RETRY_MINUTES: '0.03',
    // Longer than a busy machine takes for the other deliveries of a test.
    PARLEY_WEBHOOKS_TIMEOUT_SECONDS: '60',
  };
  ({ id: account, token } = await givenAccountIn(place));
  served = await Promise.all(Array.from({ length: PROCESSES }, () => serveParley(place, env)));
});
afterEach(async () => {
  await Promise.all(served.map((each) => each.stop()));
  clock.remove();
  await place.remove();
});

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${served[0]!.url}/api/v1/accounts/${account}${path}`, {
    method,
    headers: { api_access_token: token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return JSON.parse(await response.text());
}

/** Two conversations, of whose messages the receiver hears. */
async function givenConversations(): Promise<[number, number]> {
  const inbox = await call('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } });
  const contact = await call('POST', '/contacts', { name: 'Carla' });
  const create = () => call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  const [one, two] = [await create(), await create()];
  await call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  return [one.id, two.id];
}

const write = (conversation: number, content: string) =>
  call('POST', `/conversations/${conversation}/messages`, { content, message_type: 'outgoing' });

const arrived = (content: string) => receiver.received.filter(({ body }) => body.message.content === content).length;

describe('the clock of the machine set', () => {
  it.each([-HOUR, HOUR])('by %d ms: a failed delivery is tried again as usual, and new ones are sent', async (ms) => {
    const [one, two] = await givenConversations();
    receiver.reply = (_, count) => ({ status: count === 1 ? 500 : 200 });
    await write(one, 'fails once');
    await receiver.until(() => arrived('fails once') === 1);
    await eventually(
      () => served.map((each) => each.output()).join(''),
      (log) => log.includes('delivery failed, will be tried again'),
    );

    clock.set(ms);
    await write(two, 'fine');

    await receiver.until(() => arrived('fine') === 1 && arrived('fails once') === 2);
    const ready = await fetch(`${served[0]!.url}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ok', checks: { scheduler: 'ok' } });
    expect(served.map((each) => each.output()).filter((log) => log.includes('the clock was set'))).toHaveLength(1);
  });

  it.each([-HOUR, HOUR])('by %d ms: what is being sent is not sent again beside it', async (ms) => {
    const [one, two] = await givenConversations();
    // A receiver that has answered may have several deliveries under way.
    await write(two, 'before');
    await receiver.until(() => arrived('before') === 1);
    const answer = Promise.withResolvers<void>();
    receiver.reply = ({ body }) => (body.message.content === 'slow' ? { after: answer.promise } : {});
    await write(one, 'slow');
    await receiver.until(() => arrived('slow') === 1);

    clock.set(ms);
    for (const content of ['first', 'second', 'third']) {
      await write(two, content);
      await receiver.until(() => arrived(content) === 1);
    }

    expect(arrived('slow')).toBe(1);
    answer.resolve();
  });

  it('back: a snooze ends when the clock shows its time', async () => {
    const [one] = await givenConversations();

    clock.set(-HOUR);
    const until = new Date(Date.now() - HOUR + 3 * SECOND).toISOString();
    await call('POST', `/conversations/${one}/toggle_status`, { status: 'snoozed', snoozed_until: until });

    const conversation = await eventually(
      () => call('GET', `/conversations/${one}`),
      ({ status }) => status === 'open',
    );
    expect(conversation).toMatchObject({ snoozed_until: null });
  });
});
