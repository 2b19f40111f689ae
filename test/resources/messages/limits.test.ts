import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { ask, pathOf, reply } from '../../support/conversation-calls.ts';
import { givenSession } from '../../support/identity/session.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'limits.messages_per_minute': '5' });
});
afterAll(() => test.stop());

describe('the messages of one conversation within a minute', () => {
  it('are limited, whatever programs write', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    for (let count = 0; count < 5; count++) await (count % 2 ? ask : reply)(account, conversation);

    const refused = await account.call('POST', pathOf(conversation, '/messages'), {
      content: 'x',
      message_type: 'outgoing',
    });
    const elsewhere = await reply(account, await givenConversation(account));

    expect([refused.status, refused.body.error]).toEqual([422, 'Too many messages']);
    expect(refused.body.message).toContain('5 messages a minute');
    expect(elsewhere.status).toBe(201);
  });

  it('leave people who have signed in free to write', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    for (let count = 0; count < 5; count++) await reply(account, conversation);
    const session = await givenSession(test, account.administrator);

    const body = { content: 'Sorry, our bot repeats itself.', message_type: 'outgoing' };
    const { status } = await account.call('POST', pathOf(conversation, '/messages'), body, session);

    expect(status).toBe(201);
  });

  it('are allowed again when the minute is over', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    for (let count = 0; count < 5; count++) await ask(account, conversation);
    const aMinuteAgo = new Date(Date.now() - 60_001);
    await test
      .rows()
      .updateTable('messages')
      .set({ created_at: aMinuteAgo })
      .where('account_id', '=', account.id)
      .execute();

    const { status } = await ask(account, conversation);

    expect(status).toBe(201);
  });
});

describe('the attachments of one message', () => {
  it('are 15 at most', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const upload = (count: number) => {
      const form = new FormData();
      form.set('message_type', 'outgoing');
      for (let index = 0; index < count; index++) form.append('attachments[]', new Blob(['x']), `${index}.txt`);
      return account.call('POST', pathOf(conversation, '/messages'), form);
    };

    const most = await upload(15);
    const more = await upload(16);

    expect([most.status, most.body.attachments.length]).toEqual([201, 15]);
    expect([more.status, more.body.error, more.body.attributes]).toEqual([422, 'Validation failed', ['attachments']]);
    expect(more.body.message).toContain('exceeded maximum allowed (maximum is 15)');
  });
});
