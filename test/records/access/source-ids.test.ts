import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { closeSockets, givenListener } from '../../support/cable/bare-socket.ts';
import { pathOf, reply } from '../../support/conversation-calls.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, givenTeam } from '../../support/factories.ts';
import { givenReaderToken } from '../../support/reader-token.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

const MASK = '********';

/** A contact with a conversation in an API inbox, who is also in an inbox for SMS, and agents who are in both or only in the second. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const sms = await givenInbox(account, { type: 'sms', phone_number: `+49${Math.floor(Math.random() * 1e10)}` });
  const contact = await givenContact(account, { name: 'Carla Contact', phone_number: '+4930123456' });
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
  });
  await account.call('POST', `/contacts/${contact.id}/contact_inboxes`, { inbox_id: sms.id });
  const member = await givenAgent(test, account, 'Mia Member', { inboxes: [inbox.id, sms.id] });
  const outsider = await givenAgent(test, account, 'Olga Outside', { inboxes: [sms.id] });
  const team = await givenTeam(account, [outsider, member]);
  await account.call('POST', pathOf(conversation, '/assignments'), { team_id: team.id });
  await reply(account, conversation, { content: 'Hello' });
  const { source_id: secret } = await test
    .rows()
    .selectFrom('contact_inboxes')
    .select('source_id')
    .where('inbox_id', '=', inbox.id)
    .executeTakeFirstOrThrow();
  return { account, inbox, sms, contact, conversation, member, outsider, secret };
}

type Given = Awaited<ReturnType<typeof given>>;

/** What the token gets for each question about the contact and the conversation. */
async function answersTo(token: string, { account, contact, conversation }: Given): Promise<Map<string, string>> {
  const filter = { payload: [{ attribute_key: 'name', filter_operator: 'contains', values: ['Carla'] }] };
  const questions = [
    ['GET', `/contacts/${contact.id}`],
    ['GET', '/contacts'],
    ['GET', '/contacts'],
    ['GET', '/contacts/search?q=Carla'],
    ['POST', '/contacts/filter', filter],
    ['GET', `/contacts/${contact.id}/contactable_inboxes`],
    ['GET', `/contacts/${contact.id}/conversations`],
    ['GET', '/conversations'],
    ['GET', pathOf(conversation)],
    ['GET', pathOf(conversation, '/messages')],
    ['GET', '/search?q=Carla'],
    ['GET', '/notifications'],
    ['GET', '/events?after=0'],
  ] as const;
  const answers = new Map<string, string>();
  for (const [method, path, body] of questions) {
    const { status, text } = await account.call(method, path, body, { token });
    expect({ path, status }).toEqual({ path, status: 200 });
    answers.set(path, text);
  }
  return answers;
}

const pathsWith = (secret: string, answers: Map<string, string>) =>
  [...answers].filter(([, text]) => text.includes(secret)).map(([path]) => path);

describe('the source id of a contact in an API inbox', () => {
  it('is shown to members of the inbox, and to nobody outside of it, in whatever order they ask', async () => {
    const all = await given();
    const { account, member, outsider, secret, contact, conversation } = all;

    const toOutsider = await answersTo(outsider.token, all);
    const toMember = await answersTo(member.token, all);
    const again = await answersTo(outsider.token, all);

    expect(pathsWith(secret, toOutsider)).toEqual([]);
    expect(pathsWith(secret, again)).toEqual([]);
    expect(pathsWith(secret, toMember)).toEqual(
      [
        `/contacts/${contact.id}`,
        '/contacts',
        '/contacts/search?q=Carla',
        '/contacts/filter',
        `/contacts/${contact.id}/contactable_inboxes`,
        `/contacts/${contact.id}/conversations`,
        '/conversations',
        pathOf(conversation),
        '/events?after=0',
      ].map((path) => path.replace(account.path, '')),
    );
  });

  it('is masked where the other source ids of the contact are shown', async () => {
    const { account, inbox, sms, contact, outsider } = await given();

    const { body } = await account.call('GET', `/contacts/${contact.id}`, undefined, { token: outsider.token });

    expect(body.contact_inboxes).toMatchObject([
      { inbox_id: inbox.id, source_id: MASK },
      { inbox_id: sms.id, source_id: '+4930123456' },
    ]);
  });

  it('is not shown by a change of the contact or of the conversation', async () => {
    const { account, contact, conversation, outsider, secret } = await given();
    const options = { token: outsider.token };

    const changed = await account.call('PATCH', `/contacts/${contact.id}`, { name: 'Carla' }, options);
    const muted = await account.call('POST', pathOf(conversation, '/mute'), undefined, options);

    expect(changed.body.contact_inboxes).toMatchObject([{ source_id: MASK }, { source_id: '+4930123456' }]);
    expect(muted.body.messages[0].conversation.contact_inbox).toEqual({ source_id: MASK });
    expect(changed.text + muted.text).not.toContain(secret);
  });

  it('is shown to a new member at once, and no more to a former one', async () => {
    const { account, inbox, member, outsider, secret } = await given();
    const shows = async (token: string) => {
      const { text } = await account.call('GET', '/contacts', undefined, { token });
      return text.includes(secret);
    };
    expect([await shows(member.token), await shows(outsider.token)]).toEqual([true, false]);

    await account.call('PATCH', '/inbox_members', { inbox_id: inbox.id, user_ids: [outsider.id] });

    expect([await shows(member.token), await shows(outsider.token)]).toEqual([false, true]);
  });

  it('is not heard by a token that may only read, nor by a member of the team alone who is mentioned', async () => {
    const { account, conversation, member, outsider, secret } = await given();
    const reader = { id: member.id, token: await givenReaderToken(test, member.id) };
    const sockets = [];
    for (const user of [member, reader, outsider]) sockets.push(await givenListener(test, account, user));

    const mention = `[@Olga](mention://user/${outsider.id}/Olga)`;
    await reply(account, conversation, { content: `Hi ${mention}`, private: true });
    await reply(account, conversation, { content: 'Bye' });
    await account.call('POST', pathOf(conversation, '/toggle_status'), { status: 'resolved' });

    const heard = [];
    for (const socket of sockets) {
      const last = socket === sockets[2] ? 'notification.created' : 'conversation.status_changed';
      await socket.frame(({ message }) => message?.event === last);
      heard.push(socket.events().map(({ event, data }) => [event, JSON.stringify(data)] as const));
    }
    const withSecret = heard.map((events) =>
      events.filter(([, data]) => data.includes(secret)).map(([event]) => event),
    );
    expect(withSecret[0]).toEqual(expect.arrayContaining(['message.created', 'conversation.status_changed']));
    expect(withSecret.slice(1)).toEqual([[], []]);
    const masked = heard.map((events) => events.filter(([, data]) => data.includes(MASK)).map(([event]) => event));
    expect(masked[1]).toEqual(expect.arrayContaining(['message.created', 'conversation.status_changed']));
    expect(masked[2]).toEqual(expect.arrayContaining(['conversation.mentioned', 'notification.created']));
  });
});
