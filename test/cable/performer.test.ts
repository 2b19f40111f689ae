import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { closeSockets, type Frame, givenContactListener, givenListener } from '../support/cable/bare-socket.ts';
import { eventually } from '../support/eventually.ts';
import { ask, pathOf, reply, toggle } from '../support/conversation-calls.ts';
import { givenAccount, givenAgent, givenBot, givenContact, givenTeam } from '../support/factories.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../support/public/public-inbox.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

/** An administrator, a member and a contact on sockets, and a conversation between them. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenPublicInbox(test, account);
  const member = await givenAgent(test, account, 'Mia Member', { inboxes: [inbox.id] });
  const contact = await givenCaller(inbox);
  const conversation = await givenConversationOf(inbox, contact);
  const { administrator } = account;
  const sockets = [
    await givenListener(test, account, administrator),
    await givenListener(test, account, member),
    await givenContactListener(test, contact.id, inbox.id),
  ] as const;
  let ends = 0;
  /** What was told so far, once all of it was. */
  async function heard() {
    ends += 1;
    const end = `The End ${ends}`;
    await givenContact(account, { name: end });
    const [first, second, ofContact] = sockets;
    for (const socket of [first, second]) {
      await socket.frame(({ message }) => message?.data.name === end);
    }
    const team = [...first.events(), ...second.events()].filter(({ data }) => !data.name?.startsWith('The End'));
    return { team, contact: ofContact.events() };
  }
  return { account, administrator, inbox, member, contact, conversation, heard };
}

/** The users who performed each event, as they are told. */
const performersOf = (told: Frame[]) =>
  Object.fromEntries(
    [...Map.groupBy(told, ({ event }) => event)].map(([event, all]) => [
      event,
      [...new Set(all.map(({ data }) => data.performer?.id ?? null))],
    ]),
  );

describe('performer', () => {
  it('is who signed in and caused it, except of conversations that are told as they are by now', async () => {
    const { account, administrator, inbox, member, contact, conversation, heard } = await given();
    const team = await givenTeam(account, [member]);
    const assignments = pathOf(conversation, '/assignments');
    const byMember = (method: string, path: string) => account.call(method, path, undefined, { token: member.token });

    const { body: message } = await reply(account, conversation, { content: 'Hi' });
    await reply(account, conversation, { content: `[@Mia](mention://user/${member.id}/Mia)`, private: true });
    await account.call('DELETE', pathOf(conversation, `/messages/${message.id}`));
    await toggle(account, conversation, 'resolved');
    await account.call('POST', assignments, { assignee_id: member.id });
    await account.call('POST', assignments, { team_id: team.id });
    await account.call('POST', pathOf(conversation, '/toggle_typing_status'), { typing_status: 'on' });
    await account.call('POST', pathOf(conversation, '/toggle_typing_status'), { typing_status: 'off' });
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    const base = await givenContact(account, { name: 'Base' });
    await account.call('PATCH', `/contacts/${base.id}`, { name: 'Basil' });
    await account.call('POST', '/actions/contact_merge', { base_contact_id: base.id, mergee_contact_id: contact.id });
    const gone = await givenContact(account, { name: 'Gone' });
    await account.call('DELETE', `/contacts/${gone.id}`);
    const { body: notifications } = await byMember('GET', '/notifications');
    const [notification] = notifications.data.payload;
    await byMember('PATCH', `/notifications/${notification.id}`);
    // Of what is gone by then, it is not told that it changed.
    await heard();
    await byMember('DELETE', `/notifications/${notification.id}`);

    const told = await heard();
    const [ofAdministrator, ofMember, ofNone] = [[administrator.id], [member.id], [null]];
    expect(performersOf(told.team)).toEqual({
      'account.cache_invalidated': ofAdministrator,
      'assignee.changed': ofNone,
      'contact.created': ofAdministrator,
      'contact.deleted': ofAdministrator,
      'contact.merged': ofAdministrator,
      'contact.updated': ofAdministrator,
      'conversation.contact_changed': ofAdministrator,
      'conversation.created': ofAdministrator,
      'conversation.mentioned': ofAdministrator,
      'conversation.status_changed': ofNone,
      'conversation.typing_off': ofAdministrator,
      'conversation.typing_on': ofAdministrator,
      'conversation.unread_count_changed': ofAdministrator,
      'conversation.updated': ofNone,
      'first.reply.created': ofAdministrator,
      'message.created': ofAdministrator,
      'message.updated': ofAdministrator,
      'notification.created': ofAdministrator,
      'notification.deleted': ofMember,
      'notification.updated': ofMember,
      'presence.update': ofNone,
      'team.changed': ofNone,
    });
    expect(told.team.find(({ event }) => event === 'contact.updated').data.performer).toEqual({
      id: administrator.id,
      name: administrator.name,
      available_name: administrator.name,
      email: administrator.email,
      avatar_url: '',
      thumbnail: '',
      availability_status: expect.any(String),
      type: 'user',
    });
    expect(performersOf(told.contact)).toMatchObject({ 'message.created': ofNone, 'conversation.created': ofNone });
    expect(new Set(Object.values(performersOf(told.contact)).flat())).toEqual(new Set([null]));
  });

  it('is absent for what contacts and bots do', async () => {
    const { account, inbox, contact, conversation, heard } = await given();
    const bot = await givenBot(test, account, inbox.id);

    await inbox.call('POST', `${conversation.path}/messages`, { content: 'Hello?' });
    await inbox.call('POST', `${conversation.path}/toggle_typing`, { typing_status: 'on' });
    await inbox.call('POST', `${conversation.path}/update_last_seen`);
    await inbox.call('PATCH', contact.path, { name: 'Carla' });
    await givenConversationOf(inbox, contact);
    await reply(account, conversation, { content: 'I am a bot' }, bot.token);

    const { team } = await heard();
    const performers = performersOf(team);
    expect(Object.keys(performers)).toEqual(
      expect.arrayContaining([
        'contact.updated',
        'conversation.created',
        'conversation.read',
        'conversation.typing_on',
        'conversation.unread_count_changed',
        'message.created',
      ]),
    );
    expect(new Set(Object.values(performers).flat())).toEqual(new Set([null]));
  });

  it('is the user whose bulk action does it', async () => {
    const { account, administrator, conversation, heard } = await given();
    await ask(account, conversation);

    const fields = { status: 'snoozed' };
    await account.call('POST', '/bulk_actions', { type: 'Conversation', ids: [conversation.id], fields });
    await eventually(
      async () => (await account.call('GET', pathOf(conversation))).body.status,
      (status) => status === 'snoozed',
    );

    const { team } = await heard();
    const activities = team.filter(({ event, data }) => event === 'message.created' && data.message_type === 2);
    expect(activities.map(({ data }) => data.performer?.id)).toEqual([administrator.id, administrator.id]);
  });
});
