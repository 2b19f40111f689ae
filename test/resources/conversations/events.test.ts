import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unixSeconds } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { storedEvents } from '../../support/database/stored-events.ts';
import { eventsDuring, type Recorded, typesOf } from '../../support/events.ts';
import { ask, pathOf, reply, shown, toggle } from '../../support/conversation-calls.ts';
import { givenAgentOnline } from '../../support/factories.ts';
import { givenInboxAndContact } from '../../support/inbox-and-contact.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

// Chatwoot's keys, with those that Parley adds.
const CONVERSATION_KEYS = [
  'account_id',
  'additional_attributes',
  'agent_last_seen_at',
  'assignee',
  'can_reply',
  'channel',
  'contact',
  'contact_inbox',
  'contact_last_seen_at',
  'created_at',
  'custom_attributes',
  'display_id',
  'first_reply_created_at',
  'id',
  'inbox_id',
  'labels',
  'last_activity_at',
  'messages',
  'meta',
  'muted',
  'priority',
  'snoozed_until',
  'status',
  'timestamp',
  'unread_count',
  'updated_at',
  'uuid',
  'waiting_since',
];

describe('conversation_created', () => {
  it('has the message that the conversation begins with', async () => {
    const { account, create } = await givenInboxAndContact(test);
    const message = { content: 'Is anybody there?', message_type: 'incoming', content_attributes: { a: 1 } };

    const events = await eventsDuring(test, account, () => create({ message }));

    const [created, first] = events as [Recorded, Recorded];
    expect(typesOf(events)).toEqual(['conversation_created', 'message_created']);
    expect(created.payload).toMatchObject({
      unread_count: 1,
      messages: [
        { id: first.payload.message.id, content: 'Is anybody there?', sender: { name: 'Carla', type: 'Contact' } },
      ],
    });
    expect(created.payload.conversation.messages).toEqual(first.payload.conversation.messages);
  });

  it.each([
    ['a private note', { content: 'Careful', private: true }],
    ['no message', undefined],
  ])('has none where it begins with %s', async (_, message) => {
    const { account, create } = await givenInboxAndContact(test);

    const [created] = await eventsDuring(test, account, () => create({ message }));

    expect([created!.type, created!.payload.messages]).toEqual(['conversation_created', []]);
  });

  it('comes before all that follows from the message', async () => {
    const { account, inbox, create } = await givenInboxAndContact(test);
    const agent = await givenAgentOnline(test, account);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { greeting_enabled: true, greeting_message: 'Hello!' });

    const events = await eventsDuring(test, account, () =>
      create({ message: { content: 'Is anybody there?', message_type: 'incoming' } }),
    );

    expect(typesOf(events)).toEqual([
      'conversation_created',
      'conversation_updated',
      'message_created',
      'message_created',
    ]);
    const [created, assigned, first] = events as [Recorded, Recorded, Recorded];
    expect([created.payload.assignee, assigned.payload.assignee.id]).toEqual([null, agent.id]);
    expect(first.payload.conversation.assignee.id).toBe(agent.id);
  });

  it("has the documented envelope, and Chatwoot's keys beside it", async () => {
    const { account, inbox, contact, create } = await givenInboxAndContact(test);

    const [event, ...more] = (await eventsDuring(test, account, () =>
      create({ assignee_id: account.administrator.id }),
    )) as [Recorded];

    const conversation = await shown(account, { id: 1 });
    expect([event.type, more]).toEqual(['conversation_created', []]);
    expect(event.payload).toMatchObject({
      event: 'conversation_created',
      id: event.id,
      account: { id: account.id, name: 'Acme' },
      inbox: { id: inbox.id, name: 'Support' },
      conversation: {
        id: 1,
        display_id: 1,
        status: 'open',
        priority: null,
        assignee: { id: account.administrator.id, name: 'Ada Admin', email: account.administrator.email },
        contact: { id: contact.id, name: 'Carla', email: 'carla@example.com' },
        meta: {
          sender: { id: contact.id, type: 'contact' },
          assignee: { type: 'user' },
          assignee_type: 'User',
          team: null,
          hmac_verified: false,
        },
        contact_inbox: {
          contact_id: contact.id,
          inbox_id: inbox.id,
          source_id: contact.contact_inboxes[0]?.source_id ?? expect.any(String),
        },
        channel: 'Channel::Api',
        messages: [],
        created_at: conversation.created_at,
        uuid: conversation.uuid,
      },
    });
    expect(Object.keys(event.payload.conversation).toSorted()).toEqual(CONVERSATION_KEYS);
    const { id: _, ...flat } = event.payload.conversation;
    expect(event.payload).toMatchObject(flat);
    expect(Object.keys(event.payload).slice(0, 2)).toEqual(['event', 'id']);
  });

  it('comes before its first message, and that before what the message changes', async () => {
    const { account, create } = await givenInboxAndContact(test);

    const incoming = await eventsDuring(test, account, () =>
      create({ message: { content: 'Hello', message_type: 'incoming' } }),
    );
    const outgoing = await eventsDuring(test, account, () =>
      create({ message: { content: 'Hello', message_type: 'outgoing' } }),
    );

    expect(typesOf(incoming)).toEqual(['conversation_created', 'message_created']);
    expect(typesOf(outgoing)).toEqual(['conversation_created', 'message_created', 'conversation_updated']);
  });

  it('is not recorded when nothing is created', async () => {
    const { account, inbox, create } = await givenInboxAndContact(test);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { lock_to_single_conversation: true });
    await create();

    const events = await eventsDuring(test, account, async () => {
      await create();
      await create({ message: { content: '' } });
      await create({ inbox_id: 999_999 });
    });

    expect(events).toEqual([]);
  });
});

describe('events of a conversation', () => {
  it('show its newest message that is neither private nor an activity', async () => {
    const { account, create } = await givenInboxAndContact(test);
    const { body: conversation } = await create();
    const { body: message } = await ask(account, conversation, { content: 'public' });
    await reply(account, conversation, { content: 'private', private: true });

    const events = await eventsDuring(test, account, () =>
      account.call('PATCH', pathOf(conversation), { priority: 'low' }),
    );

    expect(events[0]!.payload.messages).toMatchObject([
      { id: message.id, content: 'public', message_type: 0, sender: { type: 'Contact' } },
    ]);
    expect(events[0]!.payload.unread_count).toBe(1);
  });

  it('tell each of its times', async () => {
    const { account, create } = await givenInboxAndContact(test);
    const { body: conversation } = await create();
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    const times = {
      created_at: at(0),
      waiting_since: at(1),
      first_reply_created_at: at(2),
      agent_last_seen_at: at(3),
      contact_last_seen_at: at(4),
      snoozed_until: at(5),
    };
    await test.rows().updateTable('conversations').set(times).where('account_id', '=', account.id).execute();

    const [event] = await eventsDuring(test, account, () =>
      account.call('PATCH', pathOf(conversation), { priority: 'low' }),
    );

    const { updated_at: updatedAt, last_activity_at: lastActivityAt } = await shown(account, conversation);
    expect(event!.payload.conversation).toMatchObject({
      created_at: unixSeconds(times.created_at),
      waiting_since: unixSeconds(times.waiting_since),
      first_reply_created_at: times.first_reply_created_at.toISOString(),
      agent_last_seen_at: unixSeconds(times.agent_last_seen_at),
      contact_last_seen_at: unixSeconds(times.contact_last_seen_at),
      snoozed_until: times.snoozed_until.toISOString(),
      last_activity_at: lastActivityAt,
      timestamp: lastActivityAt,
      updated_at: updatedAt,
    });
  });

  it('are numbered upwards through the installation', async () => {
    const one = await givenInboxAndContact(test);
    const other = await givenInboxAndContact(test);
    const ids: number[] = [];

    for (const { account, create } of [one, other, one]) {
      ids.push(...(await eventsDuring(test, account, () => create())).map(({ id }) => id));
    }

    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(3);
  });

  it('stay as they were, whatever happens afterwards', async () => {
    const { account, contact, create } = await givenInboxAndContact(test);
    const events = await eventsDuring(test, account, () => create());

    await account.call('PATCH', `/contacts/${contact.id}`, { name: 'Carla Changed' });
    await toggle(account, { id: 1 }, 'resolved');
    await account.call('DELETE', pathOf({ id: 1 }));

    const stored = await storedEvents(test.rows(), { accountId: account.id });
    const { event: _, id: __, event_id: ___, ...frozen } = events[0]!.payload;
    const row = stored.find(({ id }) => id === events[0]!.id);
    expect(JSON.parse(row?.payload ?? '')).toEqual(frozen);
    expect(frozen).toMatchObject({ status: 'open', contact: { name: 'Carla' } });
  });
});
