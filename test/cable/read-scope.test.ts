import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  agentIdentifier,
  type BareSocket,
  closeSockets,
  givenListener,
  pubsubTokenOf,
  settleSockets,
} from '../support/cable/bare-socket.ts';
import { reply } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../support/factories.ts';
import { givenReaderToken } from '../support/reader-token.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterEach(closeSockets);
afterAll(() => test.stop());

type User = { id: number; token: string };

/** The user with a token that may only read. */
const asReader = async ({ id }: User) => ({ id, token: await givenReaderToken(test, id) });

const onlineUntil = async ({ id }: User) => {
  const rows = await test.rows().selectFrom('presences').select('online_until').where('user_id', '=', id).execute();
  return rows.map(({ online_until: until }) => until.getTime());
};

const updatesOf = (socket: BareSocket) => socket.events().filter(({ event }) => event === 'presence.update');

async function askWhoIsOnline(socket: BareSocket, user: User, account: TestAccount): Promise<void> {
  const before = updatesOf(socket).length;
  const identifier = agentIdentifier({ id: user.id, pubsubToken: await pubsubTokenOf(test, user.token) }, account);
  socket.send({ command: 'message', identifier, data: JSON.stringify({ action: 'update_presence' }) });
  await eventually(
    async () => updatesOf(socket).length,
    (length) => length > before,
  );
}

describe('a token that may only read', () => {
  it('hears what happens, and makes nobody online', async () => {
    const account = await givenAccount(test);
    const user = await givenAgent(test, account);
    const conversation = await givenConversation(account);
    const reader = await asReader(user);

    const socket = await givenListener(test, account, reader);
    await askWhoIsOnline(socket, reader, account);
    await reply(account, conversation, { content: 'Hello' });
    const { message: heard } = await socket.frame(({ message }) => message?.event === 'message.created');

    expect(heard.data.content).toBe('Hello');
    expect(updatesOf(socket).map(({ data }) => data.users[user.id])).toEqual([undefined, undefined]);
    await socket.close();
    // Those who leave are stored in their order.
    const other = await givenListener(test, account, account.administrator);
    await other.frame(({ message }) => message?.event === 'presence.update');
    const [whileOpen = 0] = await onlineUntil(account.administrator);
    await other.close();
    await eventually(
      () => onlineUntil(account.administrator),
      ([until = whileOpen]) => until < whileOpen,
    );
    expect(await onlineUntil(user)).toEqual([]);
  });

  it('does not keep its user online who has left', async () => {
    const account = await givenAccount(test);
    const user = await givenAgent(test, account);
    await givenListener(test, account, await asReader(user));
    const socket = await givenListener(test, account, user);
    await socket.frame(({ message }) => message?.event === 'presence.update');
    const [whileOpen = 0] = await onlineUntil(user);

    await socket.close();

    const [until] = await eventually(
      () => onlineUntil(user),
      ([until = whileOpen]) => until < whileOpen,
    );
    expect(until).toBeLessThan(whileOpen);
  });

  it('accepts no invitation', async () => {
    const account = await givenAccount(test);
    const user = await givenAgent(test, account);
    const invited = () => test.rows().updateTable('account_users').where('user_id', '=', user.id);
    await invited().set({ invited_email: user.email }).execute();
    const invitation = async () => {
      const row = test.rows().selectFrom('account_users').select('invited_email').where('user_id', '=', user.id);
      return (await row.executeTakeFirstOrThrow()).invited_email;
    };

    await givenListener(test, account, await asReader(user));
    await settleSockets();
    const afterReader = await invitation();
    await givenListener(test, account, user);

    expect([afterReader, await invitation()]).toEqual([user.email, null]);
  });
});
