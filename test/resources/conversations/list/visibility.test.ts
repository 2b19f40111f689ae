import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenConversation,
  givenInbox,
  givenTeam,
} from '../../../support/factories.ts';
import { pathOf, shown } from '../../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation, and an agent of the account who is in no inbox. */
async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const { body: message } = await account.call('POST', pathOf(conversation, '/messages'), {
    content: 'Hello',
    message_type: 'outgoing',
  });
  const outsider = await givenAgent(test, account, 'Olga Outside', { inboxes: [] });
  return { account, conversation, message, outsider };
}

/** Every operation on a conversation that agents have, with a body that it would take. */
const OPERATIONS = [
  ['GET', '', undefined],
  ['PATCH', '', { priority: 'high' }],
  ['POST', '/toggle_status', { status: 'resolved' }],
  ['POST', '/toggle_priority', { priority: 'low' }],
  ['POST', '/toggle_typing_status', { typing_status: 'on' }],
  ['POST', '/mute', undefined],
  ['POST', '/unmute', undefined],
  ['POST', '/unread', undefined],
  ['POST', '/update_last_seen', undefined],
  ['POST', '/custom_attributes', { custom_attributes: {} }],
  ['POST', '/transcript', { email: 'carla@example.com' }],
  ['GET', '/attachments', undefined],
  ['POST', '/assignments', { assignee_id: null }],
  ['GET', '/labels', undefined],
  ['POST', '/labels', { labels: ['vip'] }],
  ['GET', '/participants', undefined],
  ['POST', '/participants', { user_ids: [] }],
  ['PATCH', '/participants', { user_ids: [] }],
  ['DELETE', '/participants', { user_ids: [] }],
  ['GET', '/messages', undefined],
  ['POST', '/messages', { content: 'Hi', message_type: 'outgoing' }],
] as const;

describe('an agent', () => {
  // What is refused leaves all of it as it was.
  let untouched: Awaited<ReturnType<typeof given>>;
  beforeAll(async () => {
    untouched = await given();
  });

  it.each(OPERATIONS)('may not %s %s in an inbox of others, and changes nothing', async (method, below, body) => {
    const { account, conversation, outsider } = untouched;
    const before = await shown(account, conversation);

    const answer = await account.call(method, pathOf(conversation, below), body, { token: outsider.token });

    expect([answer.status, answer.body.error]).toEqual([403, 'Access denied']);
    expect(answer.body.message).toBe(`you are not a member of inbox ${conversation.inbox_id}`);
    expect(await shown(account, conversation)).toEqual(before);
  });

  it.each(OPERATIONS)('may %s %s as a member of the inbox', async (method, below, body) => {
    const { account, conversation } = await given();
    const member = await givenAgent(test, account, 'Mia Member', { inboxes: [conversation.inbox_id] });

    const answer = await account.call(method, pathOf(conversation, below), body, { token: member.token });

    expect([200, 201]).toContain(answer.status);
  });

  it('sees no conversation that another team has', async () => {
    const { account, conversation, outsider } = await given();
    const teammate = await givenAgent(test, account, 'Tom Team', { inboxes: [] });
    const team = await givenTeam(account, [teammate]);
    await givenTeam(account, [outsider]);
    await account.call('POST', pathOf(conversation, '/assignments'), { team_id: team.id });

    const show = ({ token }: { token: string }) => account.call('GET', pathOf(conversation), undefined, { token });

    expect([(await show(teammate)).status, (await show(outsider)).status]).toEqual([200, 403]);
  });

  it('may do the same with a conversation that its team has', async () => {
    const { account, conversation, outsider } = await given();
    const team = await givenTeam(account, [outsider]);
    await account.call('POST', pathOf(conversation, '/assignments'), { team_id: team.id });

    const as = { token: outsider.token };
    const { status, body } = await account.call('GET', pathOf(conversation), undefined, as);
    const message = { content: 'Hello', message_type: 'outgoing' };
    const written = await account.call('POST', pathOf(conversation, '/messages'), message, as);

    expect([status, body.id]).toEqual([200, conversation.id]);
    expect([written.status, written.body.conversation_id]).toEqual([201, conversation.id]);
  });

  it('does not see messages in an inbox of others', async () => {
    const { account, conversation, message, outsider } = await given();
    const path = pathOf(conversation, `/messages/${message.id}`);

    const answers = [
      await account.call('PATCH', path, { status: 'read' }, { token: outsider.token }),
      await account.call('DELETE', path, undefined, { token: outsider.token }),
      await account.call('POST', `${path}/retry`, undefined, { token: outsider.token }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([403, 'Access denied']));
  });

  it('still gets 404 for what does not exist', async () => {
    const { account, outsider } = await given();

    const { status, body } = await account.call('GET', '/conversations/99', undefined, { token: outsider.token });

    expect([status, body.error]).toEqual([404, 'Conversation not found']);
  });

  it('loses access when it is no longer a member of the inbox', async () => {
    const { account, conversation } = await given();
    const member = await givenAgent(test, account, 'Mia Member', { inboxes: [conversation.inbox_id] });
    await test.rows().deleteFrom('inbox_members').where('user_id', '=', member.id).execute();

    const { status } = await account.call('GET', pathOf(conversation), undefined, { token: member.token });

    expect(status).toBe(403);
  });

  it('starts conversations only in its own inboxes', async () => {
    const { account } = await given();
    const [mine, theirs] = [await givenInbox(account), await givenInbox(account)];
    const contact = await givenContact(account, { name: 'Carla', inbox_id: theirs.id, source_id: 'carla-1' });
    const agent = await givenAgent(test, account, 'Mia Member', { inboxes: [mine.id] });
    const as = { token: agent.token };

    const allowed = await account.call('POST', '/conversations', { inbox_id: mine.id, contact_id: contact.id }, as);
    const refused = [
      await account.call('POST', '/conversations', { inbox_id: theirs.id, contact_id: contact.id }, as),
      await account.call('POST', '/conversations', { source_id: 'carla-1' }, as),
    ];

    expect(allowed.status).toBe(201);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([403, 'Access denied']));
    expect((await account.call('GET', '/conversations/meta')).body.meta.all_count).toBe(2);
  });

  it('lists only conversations of its inboxes', async () => {
    const { account, conversation, outsider } = await given();
    const other = await givenConversation(account);
    await account.join(other.inbox_id, outsider);

    const { body } = await account.call('GET', '/conversations', undefined, { token: outsider.token });

    expect(body.data.payload.map(({ id }: { id: number }) => id)).toEqual([other.id]);
    expect(body.data.meta).toMatchObject({ count: 1, all_count: 1 });
    expect(conversation.id).not.toBe(other.id);
  });
});

describe('a bot', () => {
  it('sees every inbox of its account', async () => {
    const { account, conversation } = await given();
    const bot = await givenBot(test, account);

    const as = { token: bot.token };
    const { status } = await account.call('GET', pathOf(conversation), undefined, as);
    const message = { content: 'Hello', message_type: 'outgoing' };
    const written = await account.call('POST', pathOf(conversation, '/messages'), message, as);

    expect([status, written.status]).toEqual([200, 201]);
  });

  it('of the installation sees the inboxes that it is connected to', async () => {
    const { account, conversation } = await given();
    const connected = await givenConversation(account);
    const bot = await givenBot(test, account, connected.inbox_id);
    await test.rows().updateTable('agent_bots').set({ account_id: null }).where('id', '=', bot.id).execute();
    const as = { token: bot.token };

    const answers = [
      await account.call('GET', pathOf(connected), undefined, as),
      await account.call('GET', pathOf(conversation), undefined, as),
      await account.call('POST', pathOf(connected, '/messages'), { content: 'x', message_type: 'outgoing' }, as),
      await account.call('POST', pathOf(conversation, '/messages'), { content: 'x', message_type: 'outgoing' }, as),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 201, 403]);
  });
});
