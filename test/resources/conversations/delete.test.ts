import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring } from '../../support/events.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenBot, givenConversation } from '../../support/factories.ts';
import { ask, pathOf } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { isShared: false });
});
afterAll(() => test.stop());

const files = () => globSync('files/*/*', { cwd: test.app.config.data_dir });

describe('DELETE /conversations/{id}', () => {
  it('removes the conversation with its messages and files', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await ask(account, conversation);
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob(['one']), 'one.txt');
    form.append('attachments[]', new Blob(['two']), 'two.txt');
    const { body: message } = await account.call('POST', pathOf(conversation, '/messages'), form);
    const stored = files();

    const { status, text } = await account.call('DELETE', pathOf(conversation));

    expect([status, text]).toEqual([200, '']);
    expect(stored.length).toBe(2);
    await eventually(files, (left) => left.length === 0);
    for (const path of [pathOf(conversation), pathOf(conversation, '/messages')]) {
      expect((await account.call('GET', path)).status).toBe(404);
    }
    expect((await test.request('GET', new URL(message.attachments[0].data_url).pathname)).status).toBe(404);
    for (const table of ['messages', 'attachments', 'conversations'] as const) {
      expect(await test.rows().selectFrom(table).select('id').where('account_id', '=', account.id).execute()).toEqual(
        [],
      );
    }
  });

  it('leaves the contact, the inbox and the other conversations', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await givenConversation(account);

    await account.call('DELETE', pathOf(conversation));

    expect((await account.call('GET', `/contacts/${conversation.contact.id}`)).status).toBe(200);
    expect((await account.call('GET', `/inboxes/${conversation.inbox_id}`)).status).toBe(200);
    const { body } = await account.call('GET', '/conversations');
    expect([body.data.payload.length, body.data.meta.count]).toEqual([1, 1]);
  });

  it('is for administrators only', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const others = [await givenAgent(test, account), await givenBot(test, account)];

    const answers = await Promise.all(
      others.map(({ token }) => account.call('DELETE', pathOf(conversation), undefined, { token })),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([403, 'Access denied']));
    expect((await account.call('GET', pathOf(conversation))).status).toBe(200);
  });

  it('does not find one that was deleted or never existed', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await account.call('DELETE', pathOf(conversation));

    const answers = [
      await account.call('DELETE', pathOf(conversation)),
      await account.call('DELETE', pathOf({ id: 7 })),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([404, 'Conversation not found']),
    );
  });

  it('happens once, whatever is done to the conversation at the same time', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);

    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => account.call('DELETE', pathOf(conversation))),
      ...Array.from({ length: 4 }, () =>
        account.call('POST', pathOf(conversation, '/messages'), { content: 'x', message_type: 'incoming' }),
      ),
      ...['resolved', 'open', 'pending'].map((status) =>
        account.call('POST', pathOf(conversation, '/toggle_status'), { status }),
      ),
      account.call('POST', pathOf(conversation, '/mute')),
      account.call('POST', pathOf(conversation, '/unread')),
      account.call('POST', pathOf(conversation, '/update_last_seen')),
    ]);

    expect(
      answers
        .slice(0, 4)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 404, 404, 404]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    expect((await account.call('GET', '/conversations/meta?status=all')).body.meta.all_count).toBe(0);
  });

  it('records no event', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);

    const events = await eventsDuring(test, account, () => account.call('DELETE', pathOf(conversation)));

    expect(events).toEqual([]);
  });
});
