import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { newToken } from '../../src/secrets.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  type BareSocket,
  closeSockets,
  contactIdentifier,
  type Frame,
  givenContactListener,
  givenListener,
  givenSocket,
  settleSockets,
} from '../support/cable/bare-socket.ts';
import { eventually } from '../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenInbox,
  givenToken,
  type TestAccount,
} from '../support/factories.ts';
import { type Random, randomFrom } from '../../bin/seed/random.ts';

/** How many changes are made; with the variable, as many as it says. */
const CHANGES = Number(process.env['PARLEY_TEST_SOCKET_CHANGES'] ?? 600);
const AT_ONCE = 4;
const PER_SEGMENT = 20;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'limits.messages_per_minute': '0' }, { jobs: false });
});
afterEach(closeSockets);
afterAll(() => test.stop());

const CONTACT_HEARS = [
  'message.created',
  'message.updated',
  'conversation.created',
  'conversation.status_changed',
  'conversation.updated',
  'conversation.typing_on',
  'conversation.typing_off',
];

/** Presence is for the one who asks, and notifications are for one user alone. */
const PERSONAL = /^(presence|notification)\./;
/** What tells no inbox cannot be told apart. */
const eventsOf = (socket: BareSocket) =>
  socket.events().filter(({ event }) => !PERSONAL.test(event) && event !== 'conversation.unread_count_changed');
const keyOf = ({ event, data }: Frame) => `${event} ${data.event_id ?? ''} ${data.id ?? data.conversation?.id ?? ''}`;
const conversationOf = ({ data }: Frame) => (data.contact_inbox ? data : data.conversation);
const inboxOf = ({ data }: Frame): number | undefined => data.inbox_id ?? data.conversation?.inbox_id;
const isTypingOf = ({ event, data }: Frame, userId: number) =>
  event.startsWith('conversation.typing') && data.user.type === 'user' && data.user.id === userId;

/** Whether a contact with this source id hears of what an administrator has heard of. */
function concernsContact(heard: Frame, sourceId: string): boolean {
  const { event, data } = heard;
  if (!CONTACT_HEARS.includes(event) || data.private || data.message_type === 2 || data.is_private) return false;
  return conversationOf(heard).contact_inbox.source_id === sourceId;
}

/** Two inboxes, each with an agent, a contact and a conversation; `watcher` is an administrator who only listens. */
async function givenCast() {
  const account = await givenAccount(test);
  const inboxes = [await givenInbox(account), await givenInbox(account)] as const;
  const agents = [
    await givenAgent(test, account, 'Mia', { inboxes: [inboxes[0].id] }),
    await givenAgent(test, account, 'Otto', { inboxes: [inboxes[1].id] }),
  ] as const;
  const watcher = await givenAgent(test, account, 'Wanda', { inboxes: [] });
  await account.call('PATCH', `/agents/${watcher.id}`, { role: 'administrator' });
  const contacts = [];
  const conversations: { id: number }[] = [];
  for (const inbox of inboxes) {
    const contact = await givenContact(account, { name: 'Carla', inbox_id: inbox.id });
    contacts.push({ id: contact.id, sourceId: contact.contact_inboxes[0].source_id as string, inboxId: inbox.id });
    const asked = { inbox_id: inbox.id, contact_id: contact.id };
    conversations.push((await account.call('POST', '/conversations', asked)).body);
  }
  return { account, inboxes, agents, watcher, contacts, conversations };
}

type Cast = Awaited<ReturnType<typeof givenCast>>;

/** Makes a random change. */
async function change(random: Random, { account, agents, contacts, conversations }: Cast): Promise<void> {
  const conversation = random.pick(conversations);
  const call = (method: string, below: string, body: object, token?: string) =>
    account.call(method, `/conversations/${conversation.id}${below}`, body, token === undefined ? {} : { token });
  const say = (body: object) => call('POST', '/messages', { content: 'Hi', message_type: 'outgoing', ...body });
  const typing = { typing_status: random.pick(['on', 'off']), is_private: random.next() < 0.3 };
  const changes = [
    () => say({}),
    () => say({ private: true }),
    () => say({ message_type: 'incoming' }),
    () => call('POST', '/toggle_priority', { priority: random.pick(['low', 'high', null]) }),
    () => call('POST', '/toggle_status', { status: random.pick(['open', 'resolved', 'pending']) }),
    () => call('POST', '/labels', { labels: [random.pick(['a', 'b'])] }),
    () => call('POST', '/assignments', { assignee_id: random.pick([0, account.administrator.id]) }),
    () => call('POST', '/toggle_typing_status', typing),
    () => call('POST', '/toggle_typing_status', typing, random.pick([...agents]).token),
    async () => {
      const { body } = await say({});
      return call('DELETE', `/messages/${body.id}`, {});
    },
    () => account.call('PATCH', `/contacts/${random.pick(contacts).id}`, { name: `Carla ${random.next()}` }),
    async () => {
      const { id, inboxId } = random.pick(contacts);
      const { body } = await account.call('POST', '/conversations', { inbox_id: inboxId, contact_id: id });
      conversations.push(body);
    },
  ];
  await random.pick(changes)();
}

/** Waits until all that was changed has been told. */
async function settle(account: TestAccount, watching: BareSocket): Promise<void> {
  const { id } = await givenContact(account, { name: 'Marker' });
  await eventually(
    () => watching.events().some(({ event, data }) => event === 'contact.created' && data.id === id),
    (isTold) => isTold,
  );
  // It has been sent to the others in the same turn.
  await settleSockets();
}

it(
  `${CHANGES} random changes are heard by exactly their audience, in order, and not after losing the right`,
  async () => {
    const random = randomFrom(11);
    const cast = await givenCast();
    const { account, inboxes, agents, watcher, contacts } = cast;
    const [mia, otto] = agents;
    const watching = await givenListener(test, account, watcher);
    const ofOtto = await givenListener(test, account, otto);
    const ofContacts = await Promise.all(contacts.map(({ id, inboxId }) => givenContactListener(test, id, inboxId)));
    const elsewhere = await givenAccount(test);
    // So that she remains a user when she is removed from the account.
    await addMember(elsewhere, mia);
    const outsider = await givenListener(test, elsewhere, elsewhere.administrator);
    const refused = await givenSocket(test);
    refused.subscribe(contactIdentifier('a token that nobody has'));
    let ofMia = await givenListener(test, account, mia);
    let sees: number[] = [inboxes[0].id];

    /** What Mia gains and loses; null = her socket is closed, and what follows is only heard again on a new one. */
    const turns: (() => Promise<number[] | null>)[] = [
      async () => {
        await account.call('DELETE', '/inbox_members', { inbox_id: inboxes[0].id, user_ids: [mia.id] });
        return [];
      },
      async () => {
        await account.join(inboxes[1].id, mia);
        return [inboxes[1].id];
      },
      async () => {
        await account.call('DELETE', '/inbox_members', { inbox_id: inboxes[1].id, user_ids: [mia.id] });
        await account.join(inboxes[0].id, mia);
        return [inboxes[0].id];
      },
      async () => {
        await test
          .rows()
          .deleteFrom('access_tokens')
          .where('owner_id', '=', mia.id)
          .where('owner_type', '=', 'User')
          .execute();
        return null;
      },
      async () => {
        await test.rows().updateTable('users').set({ pubsub_secret: newToken() }).where('id', '=', mia.id).execute();
        return null;
      },
      async () => {
        await account.call('DELETE', `/agents/${mia.id}`);
        return null;
      },
    ];

    for (let made = 0, turn = 0; made < CHANGES; made += PER_SEGMENT, turn += 1) {
      await settle(account, watching);
      const from = { watching: eventsOf(watching).length, mia: eventsOf(ofMia).length };
      for (let within = 0; within < PER_SEGMENT; within += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => change(random, cast)));
      }
      await settle(account, watching);
      const heard = eventsOf(watching).slice(from.watching);
      const expected = heard.filter((one) => {
        const inboxId = inboxOf(one);
        return (inboxId === undefined || sees.includes(inboxId)) && !isTypingOf(one, mia.id);
      });
      expect(eventsOf(ofMia).slice(from.mia).map(keyOf)).toEqual(expected.map(keyOf));

      const gained = await turns[turn % turns.length]!();
      if (gained !== null) sees = gained;
      else {
        await settle(account, watching);
        expect(await ofMia.closed).toBe(1001);
        expect(ofMia.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
        await comeBack();
      }
    }

    /** Mia is an agent of the first inbox again, with a new token and a new socket. */
    async function comeBack(): Promise<void> {
      const rows = test.rows();
      await addMember(account, mia);
      await rows.deleteFrom('inbox_members').where('user_id', '=', mia.id).execute();
      await account.join(inboxes[0].id, mia);
      mia.token = await givenToken(test, 'User', mia.id);
      ofMia = await givenListener(test, account, mia);
      await ofMia.frame(({ message }) => message?.event === 'presence.update');
      sees = [inboxes[0].id];
    }

    const all = eventsOf(watching);
    const forOtto = all.filter(
      (one) => (inboxOf(one) === undefined || inboxOf(one) === inboxes[1].id) && !isTypingOf(one, otto.id),
    );
    expect(eventsOf(ofOtto).map(keyOf)).toEqual(forOtto.map(keyOf));
    for (const [index, { sourceId }] of contacts.entries()) {
      const forContact = all.filter((one) => concernsContact(one, sourceId));
      expect(eventsOf(ofContacts[index]!).map(keyOf)).toEqual(forContact.map(keyOf));
    }
    expect(eventsOf(outsider)).toEqual([]);
    // After two minutes without a subscription, a socket is ended.
    const told = refused.frames.map(({ type }) => type).filter((type) => type !== 'disconnect');
    expect(told).toEqual(['welcome', 'reject_subscription']);
    await heardOnceAndInOrder(account, all);
  },
  120_000 + CHANGES * 100,
);

async function addMember({ id: accountId }: { id: number }, { id: userId }: { id: number }): Promise<void> {
  const now = new Date();
  await test
    .rows()
    .insertInto('account_users')
    .values({ account_id: accountId, user_id: userId, role: 'agent', created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .execute();
}

/** Every event of the account and every activity was told once, in each conversation in order. */
async function heardOnceAndInOrder({ id: accountId }: TestAccount, all: Frame[]): Promise<void> {
  const rows = test.rows();
  const told = all.flatMap(({ data }) => data.event_id ?? []);
  expect(new Set(told).size).toBe(told.length);
  const first = Math.min(...told);
  const recorded = await rows
    .selectFrom('events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '>=', first)
    .where('type', 'not in', ['inbox_created', 'inbox_updated'])
    .execute();
  expect(told.toSorted((a, b) => a - b)).toEqual(recorded.map(({ id }) => id).toSorted((a, b) => a - b));
  const created = all.filter(({ event }) => event === 'message.created').map(({ data }) => data.id as number);
  const messages = await rows.selectFrom('messages').select('id').where('account_id', '=', accountId).execute();
  expect(created.toSorted((a, b) => a - b)).toEqual(messages.map(({ id }) => id).toSorted((a, b) => a - b));
  const byConversation = Map.groupBy(
    all.filter(({ event, data }) => data.event_id && !event.startsWith('contact')),
    (one) => one.data.conversation_id ?? conversationOf(one).id,
  );
  for (const [, events] of byConversation) {
    const ids = events.map(({ data }) => data.event_id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  }
}
