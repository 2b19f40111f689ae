import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { type BareSocket, closeSockets, givenContactListener, givenListener } from '../support/cable/bare-socket.ts';
import { ask, reply, toggle } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, givenTeam } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

/** A conversation with everybody on a socket: an administrator, a member of the inbox, another agent, and the contact. */
async function givenListeners() {
  const account = await givenAccount(test);
  const [inbox, other] = [await givenInbox(account), await givenInbox(account)];
  const member = await givenAgent(test, account, 'Mia Member', { inboxes: [inbox.id] });
  const outsider = await givenAgent(test, account, 'Otto Outsider', { inboxes: [other.id] });
  const contact = await givenContact(account);
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
  });
  const sockets = {
    administrator: await givenListener(test, account, account.administrator),
    member: await givenListener(test, account, member),
    outsider: await givenListener(test, account, outsider),
    contact: await givenContactListener(test, contact.id, inbox.id),
  };
  return { account, inbox, person: contact, conversation, people: { member, outsider }, ...sockets };
}

const eventsOf = (socket: BareSocket) => socket.events().filter(({ event }) => event !== 'presence.update');
const namesOf = (socket: BareSocket) => eventsOf(socket).map(({ event }) => event);
const dataOf = (socket: BareSocket, name: string) => eventsOf(socket).find(({ event }) => event === name)?.data;

/** Waits until the administrator has heard of it, and others would have. */
const heard = (socket: BareSocket, name: string) =>
  eventually(
    () => namesOf(socket),
    (names) => names.includes(name),
  );

describe('a message', () => {
  it('is told to the inbox, to administrators and to the contact', async () => {
    const {
      account,
      conversation,
      people: { member },
      ...sockets
    } = await givenListeners();

    const { body: message } = await account.call(
      'POST',
      `/conversations/${conversation.id}/messages`,
      { content: 'Hello', message_type: 'outgoing', echo_id: 'draft-1', content_attributes: { secret: 1 } },
      { token: member.token },
    );

    await heard(sockets.administrator, 'conversation.updated');
    await heard(sockets.contact, 'conversation.updated');
    expect(namesOf(sockets.administrator)).toEqual(['message.created', 'first.reply.created', 'conversation.updated']);
    expect(namesOf(sockets.member)).toEqual(namesOf(sockets.administrator));
    expect(namesOf(sockets.contact)).toEqual(['message.created', 'conversation.updated']);
    expect(namesOf(sockets.outsider)).toEqual([]);
    expect(dataOf(sockets.member, 'message.created')).toMatchObject({
      id: message.id,
      account_id: account.id,
      conversation_id: conversation.id,
      content: 'Hello',
      message_type: 1,
      created_at: expect.any(Number),
      echo_id: 'draft-1',
      event_id: expect.any(Number),
      sender_type: 'User',
      sender: { id: member.id, name: 'Mia Member', type: 'user' },
      performer: { id: member.id },
      conversation: { assignee_id: null, unread_count: 0 },
      content_attributes: { secret: 1 },
    });
    expect(dataOf(sockets.member, 'message.created')).not.toHaveProperty('attachments');
    expect(dataOf(sockets.contact, 'message.created')).toEqual({
      id: message.id,
      account_id: account.id,
      inbox_id: conversation.inbox_id,
      conversation_id: conversation.id,
      content: 'Hello',
      content_type: 'text',
      content_attributes: {},
      additional_attributes: {},
      message_type: 1,
      created_at: expect.any(Number),
      status: 'sent',
      echo_id: 'draft-1',
      event_id: expect.any(Number),
      sender_type: 'User',
      sender: {
        id: member.id,
        name: 'Mia Member',
        available_name: 'Mia Member',
        avatar_url: '',
        thumbnail: '',
        type: 'user',
      },
    });
  });

  it('is not told to the contact when it is private or an activity', async () => {
    const { account, conversation, ...sockets } = await givenListeners();

    await reply(account, conversation, { content: 'Psst', private: true });
    await account.call('POST', `/conversations/${conversation.id}/toggle_priority`, { priority: 'high' });

    await heard(sockets.member, 'conversation.updated');
    await heard(sockets.contact, 'conversation.updated');
    expect(eventsOf(sockets.member).map(({ event, data }) => [event, data.content, data.message_type])).toEqual([
      ['message.created', 'Psst', 1],
      ['message.created', expect.stringContaining('set the priority to high'), 2],
      ['conversation.updated', undefined, undefined],
    ]);
    expect(namesOf(sockets.contact)).toEqual(['conversation.updated']);
    expect(JSON.stringify(sockets.contact.frames)).not.toContain('Psst');
  });

  it('that changes is told with what it was', async () => {
    const { account, conversation, ...sockets } = await givenListeners();
    const { body: message } = await reply(account, conversation, { content: 'Hello' });

    await account.call('DELETE', `/conversations/${conversation.id}/messages/${message.id}`);

    await heard(sockets.member, 'message.updated');
    await heard(sockets.contact, 'message.updated');
    expect(dataOf(sockets.member, 'message.updated')).toMatchObject({
      id: message.id,
      content_attributes: { deleted: true },
      previous_changes: { content: ['Hello', expect.any(String)] },
    });
    expect(dataOf(sockets.contact, 'message.updated')).toMatchObject({
      id: message.id,
      content_attributes: { deleted: true },
      previous_changes: { content_attributes: [{}, { deleted: true }] },
    });
  });
});

describe('a conversation', () => {
  it('is told when it is created', async () => {
    const { account, inbox, person: contact, ...sockets } = await givenListeners();

    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });

    await heard(sockets.member, 'conversation.created');
    await heard(sockets.contact, 'conversation.created');
    expect(dataOf(sockets.member, 'conversation.created')).toMatchObject({
      id: body.id,
      meta: { sender: { id: contact.id } },
    });
    expect(dataOf(sockets.contact, 'conversation.created')).toEqual({
      id: body.id,
      account_id: account.id,
      inbox_id: inbox.id,
      status: 'open',
      can_reply: true,
      contact_last_seen_at: 0,
      last_activity_at: expect.any(Number),
      timestamp: expect.any(Number),
      created_at: expect.any(Number),
      event_id: expect.any(Number),
    });
    expect(namesOf(sockets.outsider)).toEqual([]);
  });

  it('is told with its status, assignee and team', async () => {
    const {
      account,
      conversation,
      people: { member },
      ...sockets
    } = await givenListeners();
    const team = await givenTeam(account, [member]);

    await toggle(account, conversation, 'resolved');
    await account.call('POST', `/conversations/${conversation.id}/assignments`, { assignee_id: member.id });
    await account.call('POST', `/conversations/${conversation.id}/assignments`, { team_id: team.id });

    await heard(sockets.administrator, 'team.changed');
    await eventually(
      () => namesOf(sockets.contact).filter((name) => name === 'conversation.updated').length,
      (count) => count === 3,
    );
    const names = namesOf(sockets.member);
    for (const name of ['conversation.status_changed', 'assignee.changed', 'team.changed']) {
      expect(names).toContain(name);
      expect(names.indexOf(name)).toBeLessThan(names.lastIndexOf('conversation.updated'));
    }
    expect(dataOf(sockets.member, 'assignee.changed')).toMatchObject({ meta: { assignee: { id: member.id } } });
    expect(new Set(namesOf(sockets.contact))).toEqual(new Set(['conversation.status_changed', 'conversation.updated']));
    expect(dataOf(sockets.contact, 'conversation.status_changed')).toMatchObject({ status: 'resolved' });
    expect(new Set(namesOf(sockets.outsider))).toEqual(new Set(['account.cache_invalidated']));
  });
});

describe('typing', () => {
  const type = ({ account, conversation }: Awaited<ReturnType<typeof givenListeners>>, token: string, more = {}) =>
    account.call(
      'POST',
      `/conversations/${conversation.id}/toggle_typing_status`,
      { typing_status: 'on', ...more },
      { token },
    );

  it('is told to all others', async () => {
    const given = await givenListeners();

    await type(given, given.people.member.token);

    await heard(given.administrator, 'conversation.typing_on');
    await heard(given.contact, 'conversation.typing_on');
    expect(dataOf(given.administrator, 'conversation.typing_on')).toMatchObject({
      conversation: { id: given.conversation.id },
      user: {
        id: given.people.member.id,
        available_name: 'Mia Member',
        type: 'user',
        availability_status: expect.any(String),
      },
      is_private: false,
    });
    expect(dataOf(given.contact, 'conversation.typing_on').user).toEqual({
      id: given.people.member.id,
      name: 'Mia Member',
      available_name: 'Mia Member',
      avatar_url: '',
      type: 'user',
    });
    expect([namesOf(given.member), namesOf(given.outsider)]).toEqual([[], []]);
  });

  it('of a private note is told to the team alone', async () => {
    const given = await givenListeners();

    await type(given, given.people.member.token, { is_private: true });
    await type(given, given.account.administrator.token);

    await heard(given.contact, 'conversation.typing_on');
    expect(namesOf(given.contact)).toEqual(['conversation.typing_on']);
    expect(dataOf(given.administrator, 'conversation.typing_on')).toMatchObject({ is_private: true });
  });
});

describe('a contact', () => {
  it('is told to all agents when it is created, changed, merged and deleted', async () => {
    const { account, outsider, contact: ofContact, person } = await givenListeners();

    const base = await givenContact(account, { name: 'Base' });
    await account.call('PATCH', `/contacts/${base.id}`, { name: 'Basil' });
    await account.call('POST', '/actions/contact_merge', { base_contact_id: base.id, mergee_contact_id: person.id });
    const gone = await givenContact(account, { name: 'Gone' });
    await account.call('DELETE', `/contacts/${gone.id}`);

    await heard(outsider, 'contact.deleted');
    expect(eventsOf(outsider).map(({ event, data }) => [event, data.id, data.name])).toEqual([
      ['contact.created', base.id, 'Base'],
      ['contact.updated', base.id, 'Basil'],
      ['contact.merged', base.id, 'Basil'],
      ['contact.created', gone.id, 'Gone'],
      ['contact.deleted', gone.id, 'Gone'],
    ]);
    expect(namesOf(ofContact)).toEqual([]);
  });
});

describe('the counts of unread conversations', () => {
  it('are told to change when unread conversations are deleted', async () => {
    const { account, conversation, inbox, administrator, outsider } = await givenListeners();
    const contact = await givenContact(account);
    const start = async () =>
      (await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id })).body;
    const [first, second, read] = [await start(), await start(), await start()];
    for (const one of [conversation, first, second]) await ask(account, one);
    const told = (socket: BareSocket) =>
      namesOf(socket).filter((name) => name === 'conversation.unread_count_changed').length;
    const counted = (count: number) =>
      eventually(
        () => told(administrator),
        (seen) => seen === count,
      );
    await counted(3);

    await account.call('DELETE', `/conversations/${read.id}`);
    await account.call('DELETE', `/conversations/${conversation.id}`);
    await counted(4);
    await account.call('DELETE', `/contacts/${contact.id}`);
    await heard(administrator, 'contact.deleted');

    expect([told(administrator), told(outsider)]).toEqual([5, 0]);
  });

  it('come with the number of a conversation that somebody has read or marked', async () => {
    const { account, conversation, administrator } = await givenListeners();
    await ask(account, conversation);
    await heard(administrator, 'conversation.unread_count_changed');

    await account.call('POST', `/conversations/${conversation.id}/update_last_seen`);
    await account.call('POST', `/conversations/${conversation.id}/unread`);

    const told = () =>
      eventsOf(administrator).filter(
        ({ event, data }) => event === 'conversation.unread_count_changed' && data.conversation_id === conversation.id,
      );
    await eventually(
      () => told().length,
      (count) => count === 2,
    );
    expect(told().map(({ data }) => data.unread_count)).toEqual([0, 1]);
  });
});

describe('a deleted conversation', () => {
  it('is told to the members of its inbox, also when its contact is deleted', async () => {
    const {
      account,
      conversation,
      inbox,
      administrator,
      member,
      outsider,
      contact: ofContact,
    } = await givenListeners();
    const contact = await givenContact(account);
    const { body: second } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });
    const deleted = (socket: BareSocket) =>
      eventsOf(socket).flatMap(({ event, data }) => (event === 'conversation.deleted' ? data.ids : []));

    await account.call('DELETE', `/conversations/${conversation.id}`);
    await account.call('DELETE', `/contacts/${contact.id}`);
    await heard(outsider, 'contact.deleted');

    for (const socket of [administrator, member]) {
      await eventually(
        () => deleted(socket),
        (ids) => ids.length === 2,
      );
      expect(deleted(socket)).toEqual([conversation.id, second.id]);
    }
    expect([deleted(outsider), namesOf(ofContact)]).toEqual([[], []]);
  });
});

describe('what clients keep copies of', () => {
  it('is told to all agents when it changes', async () => {
    const { account, outsider } = await givenListeners();

    await account.call('POST', '/labels', { title: 'vip' });

    await heard(outsider, 'account.cache_invalidated');
    const { body } = await account.call('GET', '/cache_keys');
    expect(dataOf(outsider, 'account.cache_invalidated')).toEqual({
      account_id: account.id,
      ...body,
      performer: expect.objectContaining({ id: account.administrator.id }),
    });
  });
});

describe('a mention', () => {
  it('is told to who is mentioned', async () => {
    const { account, conversation, people, member, administrator, outsider } = await givenListeners();

    const { id } = people.member;
    await reply(account, conversation, { content: `Hi [@Mia](mention://user/${id}/Mia)`, private: true });

    await heard(member, 'conversation.mentioned');
    await heard(administrator, 'message.created');
    expect(dataOf(member, 'conversation.mentioned')).toMatchObject({ id: conversation.id });
    expect(namesOf(administrator)).toEqual(['message.created']);
    expect(namesOf(outsider)).toEqual([]);
  });
});
