import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenBot, givenConversation, type TestAccount } from '../../support/factories.ts';
import { pathOf, reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

type Numbered = { id: number };

/** Sends a message with these files. */
async function attach(account: TestAccount, conversation: Numbered, ...names: string[]) {
  const form = new FormData();
  form.set('message_type', 'outgoing');
  form.set('content', 'See here.');
  for (const name of names) form.append('attachments[]', new Blob([name], { type: 'text/plain' }), name);
  const answer = await account.call('POST', pathOf(conversation, '/messages'), form);
  expect(answer.status).toBe(201);
  return answer.body;
}

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const list = (query = '') => account.call('GET', pathOf(conversation, `/attachments${query}`));
  return { account, conversation, list };
}

const namesOf = (body: { payload: { data_url: string }[] }) =>
  body.payload.map(({ data_url: url }) => url.split('/').at(-1));

describe('GET /conversations/{id}/attachments', () => {
  it('has the files of all messages, newest first', async () => {
    const { account, conversation, list } = await given();
    const first = await attach(account, conversation, 'a.txt', 'b.txt');
    await reply(account, conversation);
    const second = await attach(account, conversation, 'c.txt');

    const { status, body } = await list();

    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(['c.txt', 'b.txt', 'a.txt']);
    expect(body.meta).toEqual({ total_count: 3, count: 3, current_page: 1 });
    expect(body.payload[0]).toEqual({
      ...second.attachments[0],
      created_at: second.created_at,
      sender: second.sender,
    });
    expect(body.payload.slice(1).map(({ message_id: id }: { message_id: number }) => id)).toEqual([first.id, first.id]);
  });

  it('has none of other conversations', async () => {
    const { account, conversation, list } = await given();
    await attach(account, await givenConversation(account), 'theirs.txt');
    await attach(account, conversation, 'mine.txt');

    const { body } = await list();

    expect(namesOf(body)).toEqual(['mine.txt']);
  });

  it('comes in pages of 100, or of as many as asked for', async () => {
    const { account, conversation, list } = await given();
    const message = await attach(account, conversation, 'first.txt');
    const { conversation_id: conversationId } = await test
      .rows()
      .selectFrom('messages')
      .select('conversation_id')
      .where('id', '=', message.id)
      .executeTakeFirstOrThrow();
    await test
      .rows()
      .insertInto('attachments')
      .values(
        Array.from({ length: 119 }, (_, index) => ({
          account_id: account.id,
          conversation_id: conversationId,
          message_id: message.id,
          file_type: 'file' as const,
          key: `${account.id}-${index}`,
          filename: `${index}.txt`,
          content_type: 'text/plain',
          file_size: 1,
          created_at: new Date(),
        })),
      )
      .execute();

    const [first, second, small, past] = await Promise.all(
      ['', '?page=2', '?page=2&per_page=7', '?page=9'].map((query) => list(query)),
    );

    expect(first!.body.payload).toHaveLength(100);
    expect(namesOf(second!.body)).toHaveLength(20);
    expect(namesOf(second!.body).at(-1)).toBe('first.txt');
    expect(small!.body.payload).toHaveLength(7);
    expect(namesOf(small!.body)[0]).toBe('111.txt');
    expect(past!.body).toEqual({ payload: [], meta: { total_count: 120, count: 120, current_page: 9 } });
  });

  it('forgets those of deleted messages', async () => {
    const { account, conversation, list } = await given();
    const message = await attach(account, conversation, 'a.txt');

    await account.call('DELETE', pathOf(conversation, `/messages/${message.id}`));

    expect((await list()).body).toMatchObject({ payload: [], meta: { total_count: 0 } });
  });

  it.each(['?page=0', '?page=x', '?per_page=101', '?per_page=0'])('refuses %s', async (query) => {
    const { list } = await given();

    const { status, body } = await list(query);

    expect([status, body.error]).toEqual([422, 'Validation failed']);
  });

  it('is not for bots, and only in its own account', async () => {
    const { account, conversation } = await given();
    const bot = await givenBot(test, account);

    const byBot = await account.call('GET', pathOf(conversation, '/attachments'), undefined, { token: bot.token });
    const absent = await account.call('GET', '/conversations/99/attachments');

    expect([byBot.status, byBot.body.error]).toEqual([403, 'Access denied']);
    expect([absent.status, absent.body.error]).toEqual([404, 'Conversation not found']);
  });
});
