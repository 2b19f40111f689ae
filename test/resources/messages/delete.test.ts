import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenBot, givenConversation } from '../../support/factories.ts';
import { ask, messagesOf, pathOf, reply, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { isShared: false });
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  return { account, conversation };
}

const DELETED = 'This message was deleted';

describe('DELETE messages/{id}', () => {
  it('leaves a fixed text, and nothing of what was said', async () => {
    const { account, conversation } = await given();
    const items = [{ title: 'Secret', actions: [{ text: 'Tell' }] }];
    const { body: message } = await reply(account, conversation, {
      content: 'Secret',
      content_type: 'cards',
      content_attributes: { items },
    });

    const { status, body } = await account.call('DELETE', pathOf(conversation, `/messages/${message.id}`));

    expect(status).toBe(200);
    expect(body).toEqual({ ...message, content: DELETED, content_type: 'text', content_attributes: { deleted: true } });
    expect(await messagesOf(account, conversation)).toEqual([body]);
    expect((await shown(account, conversation)).messages[0]).toMatchObject({
      id: message.id,
      content: DELETED,
      processed_message_content: DELETED,
    });
    expect((await account.call('GET', '/conversations?q=Secret')).body.data.payload).toEqual([]);
  });

  it('removes its attachments with their files', async () => {
    const { account, conversation } = await given();
    const form = new FormData();
    form.set('message_type', 'outgoing');
    for (const name of ['a.txt', 'b.txt']) form.append('attachments[]', new Blob([name]), name);
    const { body: message } = await account.call('POST', pathOf(conversation, '/messages'), form);
    const files = () => globSync('files/*/*', { cwd: test.app.config.data_dir }).length;
    const before = files();

    const { body } = await account.call('DELETE', pathOf(conversation, `/messages/${message.id}`));

    expect([before, body.attachments]).toEqual([2, []]);
    await eventually(files, (count) => count === 0);
    expect((await test.request('GET', new URL(message.attachments[0].data_url).pathname)).status).toBe(404);
  });

  it('records message_updated, once', async () => {
    const { account, conversation } = await given();
    const { body: message } = await ask(account, conversation, { content: 'Secret', content_attributes: { a: 1 } });

    const events = await eventsDuring(test, account, async () => {
      for (const _ of [1, 2]) await account.call('DELETE', pathOf(conversation, `/messages/${message.id}`));
    });

    expect(typesOf(events)).toEqual(['message_updated']);
    expect(changesOf(events[0]!)).toEqual({
      content: ['Secret', DELETED],
      content_attributes: [{ a: 1 }, { deleted: true }],
    });
    expect(events[0]!.payload).toMatchObject({ content: DELETED, message: { id: message.id, content: DELETED } });
  });

  it('may be done by agents, not by bots', async () => {
    const { account, conversation } = await given();
    const { body: message } = await ask(account, conversation);
    const path = pathOf(conversation, `/messages/${message.id}`);
    const [agent, bot] = [await givenAgent(test, account), await givenBot(test, account)];

    const byBot = await account.call('DELETE', path, undefined, { token: bot.token });
    const byAgent = await account.call('DELETE', path, undefined, { token: agent.token });

    expect([byBot.status, byBot.body.error]).toEqual([403, 'Access denied']);
    expect([byAgent.status, byAgent.body.content]).toEqual([200, DELETED]);
  });

  it('does not find one of another conversation or account', async () => {
    const { account, conversation } = await given();
    const { body: message } = await ask(account, conversation);
    const other = await given();
    const second = await givenConversation(account);

    const answers = [
      await account.call('DELETE', pathOf(second, `/messages/${message.id}`)),
      await other.account.call('DELETE', pathOf(other.conversation, `/messages/${message.id}`)),
      await account.call('DELETE', pathOf(conversation, '/messages/999999')),
      await account.call('DELETE', pathOf(conversation, '/messages/x')),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([404, 'Message not found']));
    expect((await messagesOf(account, conversation))[0].content).toBe('Is anybody there?');
  });
});
