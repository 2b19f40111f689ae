import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenBot, givenConversation } from '../../support/factories.ts';
import { ask, pathOf, reply, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('GET /conversations/{id}', () => {
  it('shows the newest message, and the newest that is not an activity', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await ask(account, conversation);
    const { body: note } = await reply(account, conversation, { content: 'For us only', private: true });
    await account.call('PATCH', pathOf(conversation), { priority: 'high' });

    const body = await shown(account, conversation);

    expect(body.messages).toMatchObject([
      {
        message_type: 2,
        content: 'Ada Admin set the priority to high',
        conversation_id: conversation.id,
        account_id: account.id,
        sender: null,
        sender_type: null,
        conversation: { assignee_id: null, unread_count: 1, contact_inbox: { source_id: expect.any(String) } },
      },
    ]);
    expect(body.last_non_activity_message).toMatchObject({
      id: note.id,
      content: 'For us only',
      private: true,
      created_at: note.created_at,
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      processed_message_content: 'For us only',
      sentiment: {},
      external_source_ids: {},
    });
  });

  it('may be read by agents and bots', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const readers = [await givenAgent(test, account), await givenBot(test, account)];

    const answers = await Promise.all(
      readers.map(({ token }) => account.call('GET', pathOf(conversation), undefined, { token })),
    );

    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(Array(2).fill([200, conversation.id]));
  });

  it('does not find one that does not exist, or is of another account', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    await givenConversation(other);

    const answers = await Promise.all(
      ['1', '0', '999999999', '99999999999', 'one', '1x', '-1', '1.0', '%20'].map((id) =>
        account.call('GET', `/conversations/${id}`),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(9).fill([404, 'Conversation not found']),
    );
  });
});

describe('can_reply', () => {
  it('ends with the reply window of the inbox', async () => {
    const account = await givenAccount(test);
    const { body: inbox } = await account.call('POST', '/inboxes', {
      name: 'Windowed',
      channel: { type: 'api', additional_attributes: { agent_reply_time_window: 24 } },
    });
    const { body: contact } = await account.call('POST', '/contacts', { name: 'Carla' });
    const { body: conversation } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });
    await ask(account, conversation);
    const inTime = await shown(account, conversation);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await test
      .rows()
      .updateTable('conversations')
      .set({ last_incoming_at: yesterday })
      .where('account_id', '=', account.id)
      .execute();

    const late = await shown(account, conversation);

    expect([conversation.can_reply, inTime.can_reply, late.can_reply]).toEqual([false, true, false]);
  });
});
