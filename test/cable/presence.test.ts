import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { keepPresence } from '../../src/cable/keep-presence.ts';
import { Subscriptions } from '../../src/cable/subscriptions.ts';
import { ASSIGN_WAITING } from '../../src/conversations/assignment/ask-to-assign.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { type BareSocket, closeSockets, givenContactListener, givenListener } from '../support/cable/bare-socket.ts';
import { statementsDuring } from '../support/database/statements.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, givenConversation } from '../support/factories.ts';

let test: TestApp;
/** The time, which goes on only when a test says so. */
let time = Date.now();
beforeAll(async () => {
  test = await givenApp({}, { now: () => new Date(time), jobs: false });
});
afterEach(closeSockets);
afterAll(() => test.stop());

/** What else is known of an agent who listens. */
const AGENT = { kind: 'agent', secret: '', credential: null, onlyListens: false } as const;

async function givenPeople() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const agent = await givenAgent(test, account, 'Mia');
  const contact = await givenContact(account, { name: 'Carla', inbox_id: inbox.id });
  const availabilityOf = async (id: number) =>
    (await account.call('GET', '/agents')).body.find((shown: { id: number }) => shown.id === id).availability_status;
  const active = async () => (await account.call('GET', '/contacts/active')).body.meta.count;
  return { account, inbox, agent, contact, availabilityOf, active };
}

/** Until when the person is online: the time in milliseconds. */
async function onlineUntil(column: 'user_id' | 'contact_id', id: number): Promise<number> {
  const row = await test
    .rows()
    .selectFrom('presences')
    .select('online_until')
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return row.online_until.getTime();
}

/** Closes the person's only socket, and waits until it is stored that they have left. */
async function leave(socket: BareSocket, column: 'user_id' | 'contact_id', id: number): Promise<void> {
  const before = await onlineUntil(column, id);
  await socket.close();
  await eventually(
    () => onlineUntil(column, id),
    (until) => until < before,
  );
}

const isUpdate = ({ message }: { message?: { event: string } }) => message?.event === 'presence.update';

describe('a user', () => {
  it('is online while a socket is open, and twenty seconds longer', async () => {
    const { account, agent, availabilityOf } = await givenPeople();
    const other = await givenAgent(test, account, 'Ben');
    const before = await availabilityOf(agent.id);
    const [first, second] = [await givenListener(test, account, agent), await givenListener(test, account, agent)];
    const ofOther = await givenListener(test, account, other);
    await second.frame(isUpdate);
    await ofOther.frame(isUpdate);
    const open = await availabilityOf(agent.id);
    const whileOpen = await onlineUntil('user_id', agent.id);

    await first.close();
    // Those who leave are stored in their order.
    await leave(ofOther, 'user_id', other.id);
    const half = await onlineUntil('user_id', agent.id);
    await leave(second, 'user_id', agent.id);
    const end = await onlineUntil('user_id', agent.id);
    const closed = await availabilityOf(agent.id);
    time += 21_000;
    const after = await availabilityOf(agent.id);

    expect([before, open, closed, after]).toEqual(['offline', 'online', 'online', 'offline']);
    expect(half).toBe(whileOpen);
    expect(end).toBe(time - 1000);
  });

  it('is told as they have set themselves', async () => {
    const { account, agent } = await givenPeople();
    const busy = await givenAgent(test, account, 'Ben');
    const always = await givenAgent(test, account, 'Ali');
    const setting = (token: string, path: string, body: object) =>
      test.request('POST', `/api/v1/profile/${path}`, { token, body: { account_id: account.id, ...body } });
    await setting(busy.token, 'availability', { availability: 'busy' });
    await setting(always.token, 'auto_offline', { auto_offline: false });
    await givenListener(test, account, busy).then((socket) => socket.frame(isUpdate));

    const socket = await givenListener(test, account, agent);

    const { message, identifier } = await socket.frame(isUpdate);
    expect(identifier).toBe(socket.frames.find(({ type }) => type === 'confirm_subscription').identifier);
    expect(message).toEqual({
      event: 'presence.update',
      data: {
        account_id: account.id,
        users: { [agent.id]: 'online', [busy.id]: 'busy', [always.id]: 'online' },
        contacts: {},
      },
    });
  });

  it('hears who is online each time they ask', async () => {
    const { account, agent, contact, inbox } = await givenPeople();
    const socket = await givenListener(test, account, agent);
    const { identifier } = await socket.frame(isUpdate);
    await givenContactListener(test, contact.id, inbox.id).then((other) => other.frame(isUpdate));
    expect(socket.frames.filter(isUpdate)).toHaveLength(1);

    socket.send({ command: 'message', identifier, data: JSON.stringify({ action: 'update_presence' }) });

    await eventually(
      () => socket.frames.filter(isUpdate).length,
      (count) => count === 2,
    );
    expect(socket.events().at(-1).data.contacts).toEqual({ [contact.id]: 'online' });
  });

  it('gets conversations while online, and not afterwards', async () => {
    const { account, inbox, agent } = await givenPeople();
    const socket = await givenListener(test, account, agent);
    await socket.frame(isUpdate);

    const during = await givenConversation(account, { inbox_id: inbox.id });
    await leave(socket, 'user_id', agent.id);
    time += 60_000;
    const after = await givenConversation(account, { inbox_id: inbox.id });

    expect([during.assignee?.id, after.assignee]).toEqual([agent.id, null]);
  });
});

describe('those who arrive at the same time', () => {
  // A server that has started again has hundreds of sockets at once.
  it('are stored together, and together ask for what waits', async () => {
    const { account, agent, contact, inbox, availabilityOf } = await givenPeople();
    const other = await givenAgent(test, account, 'Ben');
    await test.rows().updateTable('inboxes').set({ assigns_waiting: true }).where('id', '=', inbox.id).execute();
    const waiting = await givenConversation(account, { inbox_id: inbox.id });
    const keeper = keepPresence(test.app, new Subscriptions());
    const agents = [agent, other].map(({ id: userId }) => ({ userId, ...AGENT, accountId: account.id }));
    const listener = { kind: 'contact', accountId: account.id, contactInboxId: 1, contactId: contact.id } as const;

    const statements = await statementsDuring(test, () =>
      Promise.all([...agents, ...agents, listener].map((who) => keeper.arrived(who))),
    );
    await keeper.close();

    const counts = [/into .presences.[^]*account_users/, /into .presences.[^]*contacts/, /assigns_waiting/].map(
      (sought) => statements.filter((sql) => sought.test(sql)).length,
    );
    expect(counts).toEqual([1, 1, 1]);
    expect([await availabilityOf(agent.id), await availabilityOf(other.id)]).toEqual(['online', 'online']);
    const jobs = test.rows().selectFrom('jobs').select('subject').where('account_id', '=', account.id);
    expect(waiting.assignee).toBeNull();
    expect(await jobs.where('kind', '=', ASSIGN_WAITING).execute()).toEqual([{ subject: `inbox:${inbox.id}` }]);
  });
});

describe('a contact', () => {
  it('is online while a socket is open, and ninety seconds longer', async () => {
    const { account, contact, inbox, active } = await givenPeople();
    const socket = await givenContactListener(test, contact.id, inbox.id);
    const { message } = await socket.frame(isUpdate);

    const open = await active();
    const refused = await account.call('DELETE', `/contacts/${contact.id}`);
    await leave(socket, 'contact_id', contact.id);
    time += 80_000;
    const closed = await active();
    time += 15_000;
    const after = await active();
    const deleted = await account.call('DELETE', `/contacts/${contact.id}`);

    expect([open, closed, after]).toEqual([1, 1, 0]);
    expect([refused.body.error, deleted.status]).toEqual(['Contact is online', 200]);
    expect(message.data).toEqual({ account_id: account.id, users: {} });
  });
});
