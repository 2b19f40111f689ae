import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccountIn } from '../../../support/account-in.ts';
import { givenPlace, type Place } from '../../../support/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { type Served, serveParley } from '../../../support/parley.ts';
import { type ConsoleTab, memoryKeeper, openConsole } from '../../../support/web/console.ts';
import { type Connection, givenConnection } from '../../../support/web/connection.ts';

const KILLS = Number(process.env['PARLEY_TEST_CONSOLE_KILLS'] ?? 5);
/** Messages that are written around each kill. */
const WRITTEN = 8;
/** More than a start and the pauses before it take on a busy machine. */
const LONGEST_KILL_MS = 30_000;
const UNLIMITED = { PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0', PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0' };

let place: Place;
let served: Served;
let connection: Connection;
let account: { id: number; token: string };
let number: number;
let tabs: ConsoleTab[];
beforeAll(async () => {
  place = await givenPlace();
  account = await givenAccountIn(place);
  served = await serveParley(place, UNLIMITED);
  connection = await givenConnection(served.url);
  const inbox = await ask('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } });
  const { payload } = await ask('POST', '/contacts', { name: 'Carla' });
  const contact = (payload as { contact: { id: number } }).contact;
  number = Number((await ask('POST', '/conversations', { inbox_id: inbox['id'], contact_id: contact.id }))['id']);
  const keeper = memoryKeeper();
  tabs = [];
  for (let tab = 0; tab < 2; tab += 1) {
    const { id: accountId, token } = account;
    tabs.push(await openConsole({ url: connection.url, token, accountId, keeper, browser: `killed ${accountId}` }));
  }
});
afterAll(async () => {
  for (const { console } of tabs) console.stop();
  await connection.stop();
  await served.stop();
  await place.remove();
});

/** Asks the server itself. */
async function ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${served.url}/api/v1/accounts/${account.id}${path}`, {
    method,
    headers: { api_access_token: account.token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

type Kept = { id: number; content: string };

/** All messages of the conversation, the oldest first. */
async function stored(): Promise<string[]> {
  const all: Kept[] = [];
  for (let query = ''; ; query = `?before=${all[0]!.id}`) {
    const page = (await ask('GET', `/conversations/${number}/messages${query}`))['payload'] as Kept[];
    if (page.length === 0) return all.map(({ content }) => content);
    all.unshift(...page);
  }
}

const shownIn = ({ console: { store } }: ConsoleTab) =>
  store
    .thread(number)
    .thread.ids.peek()
    .map((id) => store.messages.peek(id)?.content ?? '');

describe('a server that is killed while tabs write', () => {
  it(
    'has each message once when it is back, in the order of each tab, and both tabs show it so',
    async () => {
      const written: string[][] = tabs.map(() => []);
      for (const { console } of tabs) console.openThread(number);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const killing = served.kill();
        for (let each = 0; each < WRITTEN; each += 1) {
          for (const [tab, { console }] of tabs.entries()) {
            const content = `kill ${kill}, tab ${tab}, message ${each}`;
            written[tab]!.push(content);
            console.send(number, { content, isPrivate: false });
          }
          await new Promise(setImmediate);
        }
        await killing;
        served = await serveParley(place, UNLIMITED);
        connection.leadTo(served.url);
        await eventually(
          () =>
            tabs.flatMap(({ console }) =>
              console.line.peek().isUp ? console.outbox.entries.peek().map(({ key }) => key) : 'down',
            ),
          (left) => left.length === 0,
          LONGEST_KILL_MS,
        );
      }

      const kept = await stored();
      expect(kept.toSorted()).toEqual(written.flat().toSorted());
      for (const [tab, own] of written.entries()) {
        expect(kept.filter((content) => content.includes(`tab ${tab},`))).toEqual(own);
        await eventually(
          () => shownIn(tabs[tab]!).slice(-WRITTEN),
          (shown) => JSON.stringify(shown) === JSON.stringify(kept.slice(-WRITTEN)),
        );
      }
    },
    KILLS * LONGEST_KILL_MS,
  );
});
