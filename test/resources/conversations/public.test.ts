import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenBot, type TestAccount } from '../../support/factories.ts';
import {
  givenCaller,
  givenConversationOf,
  givenPublicInbox,
  type PublicInbox,
} from '../../support/public/public-inbox.ts';

let test: TestApp;
let account: TestAccount;
let inbox: PublicInbox;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  inbox = await givenPublicInbox(test, account);
});
afterAll(() => test.stop());

const reply = (conversation: { id: number }, content: string) =>
  account.call('POST', `/conversations/${conversation.id}/messages`, { content, message_type: 'outgoing' });

describe('POST .../conversations of a contact', () => {
  it('starts one, with its attributes, and tells receivers', async () => {
    const caller = await givenCaller(inbox, { name: 'Carla' });

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await inbox.call('POST', `${caller.path}/conversations`, { custom_attributes: { order: 'A-1' } });
    });

    expect(answer).toMatchObject({ status: 201 });
    const { body } = answer as unknown as { body: { id: number } };
    expect(body).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      inbox_id: inbox.id,
      status: 'open',
      contact_last_seen_at: 0,
      agent_last_seen_at: 0,
      messages: [],
      contact: {
        id: caller.id,
        name: 'Carla',
        email: null,
        phone_number: null,
        identifier: null,
        custom_attributes: {},
      },
    });
    expect(typesOf(events)).toEqual(['conversation_created']);
    const shown = await account.call('GET', `/conversations/${body.id}`);
    expect(shown.body.custom_attributes).toEqual({ order: 'A-1' });
  });

  it('goes on with the only one that the inbox allows', async () => {
    const single = await givenPublicInbox(test, account, {}, { lock_to_single_conversation: true });
    const caller = await givenCaller(single);

    const both = [await givenConversationOf(single, caller), await givenConversationOf(single, caller)];

    expect(both[0]!.id).toBe(both[1]!.id);
  });

  it('waits for the bot of the inbox, and is resolved at once for a blocked contact', async () => {
    const answered = await givenPublicInbox(test, account);
    await givenBot(test, account, answered.id);
    const blocked = await givenCaller(inbox);
    await account.call('PATCH', `/contacts/${blocked.id}`, { blocked: true });

    const pending = await givenConversationOf(answered, await givenCaller(answered));
    const resolved = await givenConversationOf(inbox, blocked);

    expect([pending.status, resolved.status]).toEqual(['pending', 'resolved']);
  });

  it('refuses attributes that are no object', async () => {
    const caller = await givenCaller(inbox);

    const answer = await inbox.call('POST', `${caller.path}/conversations`, { custom_attributes: 'none' });

    expect(answer).toMatchObject({ status: 422, body: { attributes: ['custom_attributes'] } });
  });
});

describe('the conversations of a contact', () => {
  it('are shown to them with what was said, page by page', async () => {
    const caller = await givenCaller(inbox);
    const all = [];
    for (let count = 0; count < 3; count += 1) all.push(await givenConversationOf(inbox, caller));
    await reply(all[1], 'Hello');
    await account.call('POST', `/conversations/${all[1].id}/messages`, {
      content: 'A note',
      message_type: 'outgoing',
      private: true,
    });
    await account.call('POST', `/conversations/${all[1].id}/toggle_priority`, { priority: 'high' });
    const list = async (query = '') => (await inbox.call('GET', `${caller.path}/conversations${query}`)).body;

    const shown = await list();

    expect(shown.map(({ id }: { id: number }) => id)).toEqual(all.map(({ id }) => id));
    expect(shown.map(({ messages }: { messages: object[] }) => messages)).toEqual([
      [],
      [expect.objectContaining({ content: 'Hello', conversation_id: all[1].id })],
      [],
    ]);
    expect(await list('?per_page=2')).toEqual(shown.slice(1));
    expect(await list('?per_page=2&page=2')).toEqual(shown.slice(0, 1));
    expect((await inbox.call('GET', all[1].path)).body).toEqual(shown[1]);
  });

  it('are read with as many statements, however many they are', async () => {
    const statements = [];
    for (const conversations of [1, 8]) {
      const caller = await givenCaller(inbox);
      for (let count = 0; count < conversations; count += 1) {
        await reply(await givenConversationOf(inbox, caller), 'Hello');
      }
      const list = () => inbox.call('GET', `${caller.path}/conversations`);
      await list();
      const all = await statementsDuring(test, list);
      statements.push(all.filter((sql) => /conversations|messages|contacts/.test(sql)));
    }

    expect(statements[1]).toEqual(statements[0]);
    expect(statements[0]!.length).toBeLessThan(8);
  });

  it('show the 20 newest messages', async () => {
    const caller = await givenCaller(inbox);
    const conversation = await givenConversationOf(inbox, caller);
    for (let count = 0; count < 22; count += 1) await reply(conversation, `${count}`);

    const { body } = await inbox.call('GET', conversation.path);

    expect(body.messages.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${index + 2}`),
    );
  });

  it.each([
    ['GET', ''],
    ['POST', '/toggle_status'],
    ['POST', '/toggle_typing'],
    ['POST', '/update_last_seen'],
    ['GET', '/messages'],
    ['POST', '/messages'],
    ['PATCH', '/messages/1'],
  ])('are not found by others: %s %s', async (method, below) => {
    const conversation = await givenConversationOf(inbox, await givenCaller(inbox));
    const other = await givenCaller(inbox);
    const path = `${other.path}/conversations/${conversation.id}${below}`;

    const events = await eventsDuring(test, account, async () => {
      const { status, body } = await inbox.call(method, path, method === 'GET' ? undefined : { content: 'Hello' });
      expect([status, body.error]).toEqual([404, 'Conversation not found']);
    });

    expect(events).toEqual([]);
  });
});

describe('POST .../toggle_status of a contact', () => {
  it('resolves the conversation, in their name, and never opens it', async () => {
    const caller = await givenCaller(inbox, { name: 'Carla' });
    const conversation = await givenConversationOf(inbox, caller);
    const toggle = () => inbox.call('POST', `${conversation.path}/toggle_status`);

    const first = await eventsDuring(test, account, async () => {
      expect((await toggle()).body).toMatchObject({ id: conversation.id, status: 'resolved' });
    });
    const second = await eventsDuring(test, account, async () => {
      expect((await toggle()).body).toMatchObject({ id: conversation.id, status: 'resolved' });
    });

    expect(typesOf(first)).toEqual(['conversation_status_changed', 'conversation_updated']);
    expect(second).toEqual([]);
    const { body } = await account.call('GET', `/conversations/${conversation.id}/messages`);
    expect(body.payload).toMatchObject([{ message_type: 2, content: 'Conversation was resolved by Carla' }]);
  });
});

describe('POST .../toggle_typing of a contact', () => {
  it.each([
    ['on', ['conversation_typing_on']],
    ['off', ['conversation_typing_off']],
    ['perhaps', []],
    [undefined, []],
  ])('with %j tells %j', async (typing_status, types) => {
    const caller = await givenCaller(inbox, { name: 'Carla' });
    const conversation = await givenConversationOf(inbox, caller);

    const events = await eventsDuring(test, account, async () => {
      const answer = await inbox.call('POST', `${conversation.path}/toggle_typing`, { typing_status });
      expect([answer.status, answer.text]).toEqual([200, '']);
    });

    expect(typesOf(events)).toEqual(types);
    for (const { payload } of events) {
      expect(payload).toMatchObject({ user: { id: caller.id, name: 'Carla', type: 'contact' }, is_private: false });
    }
  });
});

describe('POST .../update_last_seen of a contact', () => {
  it("makes the team's messages read, each with its event, once", async () => {
    const caller = await givenCaller(inbox);
    const conversation = await givenConversationOf(inbox, caller);
    await inbox.call('POST', `${conversation.path}/messages`, { content: 'Hello?' });
    const replies = [await reply(conversation, 'Hi'), await reply(conversation, 'How are you?')].map(
      ({ body }) => body,
    );
    await account.call('PATCH', `/conversations/${conversation.id}/messages/${replies[1].id}`, { status: 'failed' });
    const see = () => inbox.call('POST', `${conversation.path}/update_last_seen`);

    const first = await eventsDuring(test, account, see);
    const second = await eventsDuring(test, account, see);

    expect(typesOf(first)).toEqual(['message_updated']);
    expect(first[0]!.payload.message).toMatchObject({ id: replies[0].id, status: 'read' });
    expect(second).toEqual([]);
    const { body } = await account.call('GET', `/conversations/${conversation.id}/messages`);
    expect(body.payload.map(({ status }: { status: string }) => status)).toEqual(['sent', 'read', 'failed']);
    expect(body.meta.contact_last_seen_at).toBeCloseTo(Date.now() / 1000, -1);
  });

  it('reaches all of them, however many', async () => {
    const conversation = await givenConversationOf(inbox, await givenCaller(inbox));
    const { body: first } = await reply(conversation, 'first');
    const row = await test.rows().selectFrom('messages').selectAll().where('id', '=', first.id).executeTakeFirst();
    const { id: _, content_attributes: __, additional_attributes: ___, ...copy } = row!;
    const empty = { content_attributes: '{}' as never, additional_attributes: '{}' as never };
    await test
      .rows()
      .insertInto('messages')
      .values(Array.from({ length: 249 }, () => ({ ...copy, ...empty })))
      .execute();

    const events = await eventsDuring(test, account, () => inbox.call('POST', `${conversation.path}/update_last_seen`));

    expect(events).toHaveLength(250);
    const unread = await test
      .rows()
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', row!.conversation_id)
      .where('status', '!=', 'read')
      .execute();
    expect(unread).toEqual([]);
  });
});
