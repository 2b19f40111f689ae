import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { givenApp, type TestApp } from '../support/app.ts';
import { type BareSocket, closeSockets, givenListener } from '../support/cable/bare-socket.ts';
import { reply } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation, givenInbox } from '../support/factories.ts';

let test: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const log = new Writable({
    write(chunk: Buffer, _, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  test = await givenApp({}, { log, jobs: false });
});
afterEach(closeSockets);
afterAll(() => test.stop());

async function givenTalk() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const conversation = await givenConversation(account, { inbox_id: inbox.id });
  const listener = await givenListener(test, account, account.administrator);
  return { account, conversation, listener };
}

const createdAt = ({ events }: BareSocket) => events().filter(({ event }) => event === 'message.created');

it('what cannot be read costs only itself, and is logged', async () => {
  const { account, conversation, listener } = await givenTalk();
  await reply(account, conversation, { content: 'first' });
  await eventually(
    () => createdAt(listener).length,
    (count) => count === 1,
  );
  const { event_id: number } = createdAt(listener)[0].data;
  const unreadable = { is: 'notifications', accountId: account.id, what: 'created', notifications: 'none' };

  test.app.bus.notify([`${number} ${account.id}`, JSON.stringify(unreadable), 'null', '{', `${number} ${account.id}`]);
  await reply(account, conversation, { content: 'last' });

  await eventually(
    () => createdAt(listener).map(({ data }) => data.content),
    (contents) => contents.includes('last'),
  );
  expect(createdAt(listener).map(({ data }) => data.content)).toEqual(['first', 'first', 'first', 'last']);
  await eventually(
    () => logged.join(''),
    (text) => text.includes('could not be told') && text.includes('"is":"notifications"'),
  );
});

it("a backlog keeps the authors' names of all messages", async () => {
  const { account, conversation, listener } = await givenTalk();
  await reply(account, conversation, { content: 'first' });
  await eventually(
    () => createdAt(listener).length,
    (count) => count === 1,
  );
  const { id: messageId, event_id: number } = createdAt(listener)[0].data;
  const echo = (of: number, echoId: string) =>
    JSON.stringify({ is: 'echo', accountId: account.id, messageId: of, echoId });
  const others = Array.from({ length: 3000 }, (_, index) => echo(messageId + 1 + index, 'other'));

  test.app.bus.notify([echo(messageId, 'draft-1'), `${number} ${account.id}`, ...others]);

  await eventually(
    () => createdAt(listener).length,
    (count) => count === 2,
  );
  expect(createdAt(listener)[1].data.echo_id).toBe('draft-1');
});

it('much that is told to many lets requests in between', async () => {
  const { account, conversation, listener } = await givenTalk();
  const others = await Promise.all(
    Array.from({ length: 19 }, () => givenListener(test, account, account.administrator)),
  );
  await reply(account, conversation, { content: 'first' });
  await eventually(
    () => createdAt(listener).length,
    (count) => count === 1,
  );
  const { event_id: number } = createdAt(listener)[0].data;

  test.app.bus.notify(Array.from({ length: 400 }, () => `${number} ${account.id}`));
  await account.call('GET', '/labels');

  expect(createdAt(listener).length).toBeLessThan(401);
  for (const one of [listener, ...others]) {
    await eventually(
      () => createdAt(one).length,
      (count) => count === 401,
    );
  }
});
