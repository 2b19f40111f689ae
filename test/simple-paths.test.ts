import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenPlace, type Place } from './support/database.ts';
import { withRows } from './support/database/rows.ts';
import { eventually } from './support/eventually.ts';
import { givenReceiver, type Receiver } from './support/servers/receiver.ts';
import { givenServedAccount, messagesIn, type ServedAccount, settingsFor } from './support/served-account.ts';
import { SWITCHES, without } from './support/runner/switches.ts';

let receiver: Receiver;
let places: Place[];
let accounts: ServedAccount[];
beforeAll(async () => {
  receiver = await givenReceiver();
  places = [await givenPlace(), await givenPlace()];
  const settings = { ...settingsFor(receiver), PARLEY_SERVER_PUBLIC_URL: 'https://parley.example.com' };
  accounts = [
    await givenServedAccount(places[0]!, settings),
    await givenServedAccount(places[1]!, { ...settings, ...without(SWITCHES) }),
  ];
});
afterAll(async () => {
  for (const { server } of accounts ?? []) await server.stop();
  for (const place of places ?? []) await place.remove();
  await receiver?.stop();
});

/** The text without what differs from one installation to the next: times, random names, and the receiver's path. */
function comparable(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
    .replaceAll(/\b1[789]\d{8}(?:\.\d+)?\b/g, 'SECONDS')
    .replaceAll(
      /"(secret|pubsub_token|identifier|inbox_identifier|website_token|hmac_token|source_id|access_token)":"[^"]*"/g,
      '"$1":""',
    )
    .replaceAll(/hook-\d/g, 'hook');
}

/** What the account's server answers to the same requests on each installation, without what always differs. */
async function answersOf(account: ServedAccount, path: string): Promise<string[]> {
  const answers: string[] = [];
  async function ask(method: string, below: string, body?: object) {
    const reply = await account.call(method, below, body);
    const headers = [...reply.headers.keys()].filter((name) => name !== 'x-parley-request');
    answers.push(comparable(`${method} ${below}: ${reply.status} ${headers.join(' ')} ${reply.text}`));
    return reply.body;
  }

  await ask('POST', '/webhooks', { url: `${receiver.url}/${path}` });
  const conversation = await account.newConversation();
  for (const type of ['incoming', 'outgoing', 'incoming']) {
    await ask('POST', messagesIn(conversation), { content: `a ${type} message`, message_type: type });
  }
  await ask('POST', messagesIn(conversation), { content: 7, message_type: 'sideways', unknown: true });
  await ask('POST', '/labels', { title: 'vip' });
  await ask('POST', '/labels', { title: 'VIP' });
  await ask('POST', `/conversations/${conversation.id}/labels`, { labels: ['vip'] });
  await ask('POST', `/conversations/${conversation.id}/toggle_status`, { status: 'resolved' });
  // Each twice, because the second time may be answered in another way.
  for (const below of READ.flatMap((below) => [below, below])) await ask('GET', below);
  for (const query of ['first', 'second', 'first']) await ask('PATCH', '/contacts/1', { name: query });
  await ask('GET', '/contacts?sort=name');
  await ask('POST', '/contacts/filter', { payload: [] });
  return answers;
}

const READ = [
  '',
  '/conversations?status=all',
  '/conversations?status=all&labels[]=vip&page=1',
  '/conversations?status=unknown&page=0',
  '/conversations/1',
  '/conversations/1/messages',
  '/conversations/search?q=message',
  '/contacts?page=1&sort=-name',
  '/contacts/1/conversations',
  '/inboxes',
  '/labels',
  '/nothing',
];

/** The events that the path gets once all deliveries in `place` are done, sorted because lanes are independent. */
async function eventsAt(path: string, place: Place): Promise<string[]> {
  await eventually(
    () =>
      withRows(place, (rows) => rows.selectFrom('deliveries').select('id').where('status', '=', 'pending').execute()),
    (pending) => pending.length === 0,
  );
  return receiver.received
    .filter((received) => received.path === `/${path}`)
    .map(({ raw }) => comparable(raw))
    .toSorted();
}

describe('with all mechanisms switched off', () => {
  it('requests have the same answers, and webhooks get the same events', async () => {
    const [all, none] = [await answersOf(accounts[0]!, 'hook-0'), await answersOf(accounts[1]!, 'hook-1')];

    expect(none).toEqual(all);
    expect(await eventsAt('hook-1', places[1]!)).toEqual(await eventsAt('hook-0', places[0]!));
    expect(receiver.received.length).toBeGreaterThan(20);
  });

  it('requests that come together are each kept or refused as with them', async () => {
    const together = (account: ServedAccount) =>
      Promise.all(
        Array.from({ length: 40 }, (_, n) => account.call('POST', '/labels', { title: `together-${n % 10}` })),
      );

    for (const account of accounts) {
      const statuses = (await together(account)).map(({ status }) => status).toSorted();
      const { body } = await account.call('GET', '/labels');
      const titles = body.payload.map(({ title }: { title: string }) => title).filter(isTogether);

      expect(statuses).toEqual([...Array(10).fill(201), ...Array(30).fill(422)]);
      expect(titles.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `together-${n}`));
    }
  });
});

const isTogether = (title: string) => title.startsWith('together-');
