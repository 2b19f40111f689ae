import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  agentIdentifier,
  type BareSocket,
  closeSockets,
  contactIdentifier,
  givenContactListener,
  givenListener,
  givenSocket,
  pubsubTokenOf,
} from '../support/cable/bare-socket.ts';
import { readFrames } from '../support/cable/check-frame.ts';
import { view } from '../support/cable/view.ts';
import { pathOf, reply, toggle } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenContact, givenTeam } from '../support/factories.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../support/public/public-inbox.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

/** An account with an agent, and a contact in a conversation. */
async function givenTenant(name: string) {
  const account = await givenAccount(test, name);
  const inbox = await givenPublicInbox(test, account);
  const agent = await givenAgent(test, account);
  const contact = await givenCaller(inbox);
  const conversation = await givenConversationOf(inbox, contact);
  return { account, inbox, agent, contact, conversation };
}
type Tenant = Awaited<ReturnType<typeof givenTenant>>;

/** Everybody of the account on sockets: the administrator, the agent and the contact. */
const listenersOf = ({ account, agent, contact, inbox }: Tenant) =>
  Promise.all([
    givenListener(test, account, account.administrator),
    givenListener(test, account, agent),
    givenContactListener(test, contact.id, inbox.id),
  ]);

/** Makes all changes of which sockets are told. */
async function changeEverything(
  { account, inbox, agent, contact, conversation }: Tenant,
  sockets: BareSocket[],
): Promise<void> {
  const call = (method: string, below: string, body?: object) =>
    account.call(method, pathOf(conversation, below), body);
  const team = await givenTeam(account, [agent]);
  for (const socket of sockets.slice(0, 1)) await view(socket, [conversation.id]);
  await inbox.call('POST', `${conversation.path}/messages`, { content: 'Hello?' });
  await inbox.call('POST', `${conversation.path}/toggle_typing`, { typing_status: 'on' });
  await inbox.call('POST', `${conversation.path}/update_last_seen`);
  const { body: message } = await reply(account, conversation);
  await reply(account, conversation, { content: `[@Gus](mention://user/${agent.id}/Gus)`, private: true });
  await call('DELETE', `/messages/${message.id}`);
  await toggle(account, conversation, 'resolved');
  await toggle(account, conversation, 'open');
  await call('POST', '/assignments', { assignee_id: agent.id });
  await call('POST', '/assignments', { team_id: team.id });
  await call('POST', '/toggle_typing_status', { typing_status: 'on' });
  await call('POST', '/toggle_typing_status', { typing_status: 'off' });
  const ofAgent = { token: agent.token };
  const { body: notifications } = await account.call('GET', '/notifications', undefined, ofAgent);
  const [notification] = notifications.data.payload;
  await account.call('PATCH', `/notifications/${notification.id}`, undefined, ofAgent);
  // What is deleted before it is told is told of no more.
  await eventually(
    () => namesOf(sockets),
    (names) => names.has('notification.updated'),
  );
  await account.call('DELETE', `/notifications/${notification.id}`, undefined, ofAgent);
  const gone = await givenContact(account, { name: 'Gone' });
  await account.call('DELETE', `/contacts/${gone.id}`);
  const base = await givenContact(account, { name: 'Base' });
  await account.call('PATCH', `/contacts/${base.id}`, { name: 'Basil' });
  const { id } = await givenConversationOf(inbox, contact);
  await account.call('DELETE', `/conversations/${id}`);
  await account.call('POST', '/actions/contact_merge', { base_contact_id: base.id, mergee_contact_id: contact.id });
}

/** Waits until what came before has been told everywhere: accounts are told one after the other. */
async function told({ account, conversation }: Tenant, sockets: BareSocket[]): Promise<void> {
  await reply(account, conversation, { content: 'The end' });
  for (const socket of sockets) {
    await socket.frame(({ message }) => message?.event === 'message.created' && message.data.content === 'The end');
  }
}

const namesOf = (sockets: BareSocket[]) =>
  new Set(sockets.flatMap((socket) => socket.events().map(({ event }) => event)));
const accountsOf = (sockets: BareSocket[]) =>
  new Set(sockets.flatMap((socket) => socket.events().map(({ data }) => data.account_id)));

describe('those who listen in one account', () => {
  it('hear nothing of another, whatever happens there', async () => {
    const mine = await givenTenant('Mine');
    const theirs = await givenTenant('Theirs');
    const [mySockets, theirSockets] = [await listenersOf(mine), await listenersOf(theirs)];

    await changeEverything(theirs, theirSockets);
    await told(theirs, theirSockets);
    await told(mine, mySockets);

    const protocol = ['welcome', 'ping', 'confirm_subscription', 'reject_subscription', 'disconnect'];
    const every = readFrames().sends.flatMap(({ name }) => (protocol.includes(name) ? [] : name));
    expect(namesOf(theirSockets)).toEqual(new Set(every));
    expect(accountsOf(theirSockets)).toEqual(new Set([theirs.account.id]));
    expect(accountsOf(mySockets)).toEqual(new Set([mine.account.id]));
    const allowed = ['presence.update', 'message.created', 'first.reply.created', 'conversation.updated'];
    expect(allowed).toEqual(expect.arrayContaining([...namesOf(mySockets)]));
  });

  it('are told of no one in another account as present', async () => {
    const mine = await givenTenant('Mine');
    const theirs = await givenTenant('Theirs');
    await listenersOf(theirs);

    const sockets = await listenersOf(mine);

    const people = await Promise.all(
      sockets.map((socket) => socket.frame(({ message }) => message?.event === 'presence.update')),
    );
    for (const { message } of people) {
      expect(message.data.users).not.toHaveProperty(String(theirs.agent.id));
      expect(message.data.users).not.toHaveProperty(String(theirs.account.administrator.id));
      expect(message.data.contacts ?? {}).not.toHaveProperty(String(theirs.contact.id));
    }
  });
});

describe("a subscription with another account's names", () => {
  /** What each identifier is answered on one socket. */
  async function answersTo(identifiers: string[]): Promise<string[]> {
    const socket = await givenSocket(test);
    for (const identifier of identifiers) socket.subscribe(identifier);
    const last = contactIdentifier('the end');
    socket.subscribe(last);
    await socket.frame(({ identifier }) => identifier === last);
    return identifiers.map((each) => socket.frames.find(({ identifier, type }) => type && identifier === each)?.type);
  }

  const userOf = async (user: { id: number; token: string }) => ({
    id: user.id,
    pubsubToken: await pubsubTokenOf(test, user.token),
  });

  it('is refused to users', async () => {
    const mine = await givenTenant('Mine');
    const theirs = await givenTenant('Theirs');
    const [me, they] = [await userOf(mine.account.administrator), await userOf(theirs.account.administrator)];

    const answers = await answersTo([
      agentIdentifier(me, mine.account),
      agentIdentifier(me, theirs.account),
      agentIdentifier({ ...me, id: they.id }, theirs.account),
      agentIdentifier({ ...me, id: they.id }, mine.account),
      agentIdentifier(me, { id: 0 }),
    ]);

    expect(answers).toEqual(['confirm_subscription', ...Array(4).fill('reject_subscription')]);
  });

  it('gives contacts what is theirs alone', async () => {
    const mine = await givenTenant('Mine');
    const theirs = await givenTenant('Theirs');
    const identifier = JSON.stringify({
      channel: 'RoomChannel',
      pubsub_token: mine.contact.pubsub_token,
      account_id: theirs.account.id,
    });
    const socket = await givenSocket(test);
    socket.subscribe(identifier);
    await socket.frame(({ type }) => type === 'confirm_subscription');

    await reply(theirs.account, theirs.conversation, { content: 'Not for you' });
    await told(mine, [socket]);

    expect(accountsOf([socket])).toEqual(new Set([mine.account.id]));
  });

  it('gives a user of two accounts each for itself', async () => {
    const mine = await givenTenant('Mine');
    const theirs = await givenTenant('Theirs');
    const now = new Date();
    await test
      .rows()
      .insertInto('account_users')
      .values({
        account_id: theirs.account.id,
        user_id: mine.agent.id,
        role: 'agent',
        created_at: now,
        updated_at: now,
      })
      .execute();
    const socket = await givenListener(test, theirs.account, mine.agent);

    await reply(mine.account, mine.conversation, { content: 'Mine alone' });
    await theirs.account.call('POST', '/labels', { title: 'the-end' });
    await socket.frame(({ message }) => message?.event === 'account.cache_invalidated');

    // A member of no inbox there.
    expect(accountsOf([socket])).toEqual(new Set([theirs.account.id]));
    expect(namesOf([socket])).toEqual(new Set(['presence.update', 'account.cache_invalidated']));
  });
});
