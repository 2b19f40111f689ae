import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { changesWaiting, indexChanges } from '../../../src/db/search/index-changes.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, reply } from '../../support/conversation-calls.ts';
import { databaseKind } from '../../support/database.ts';
import { givenAccount, givenContact, givenConversation } from '../../support/factories.ts';

/** More than three searches index. */
const MANY = 10_000;

let test: TestApp;
// Nothing is indexed but by searches, and by the tests.
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

async function givenMessages() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  await ask(account, conversation, { content: 'a first question' });
  const answer = await reply(account, conversation, { content: 'the only answer' });
  const path = `/conversations/${conversation.id}/messages/${answer.body.id}`;
  return { search: searchOf(account), remove: () => account.call('DELETE', path), id: answer.body.id as number };
}

const searchOf =
  ({ call }: Awaited<ReturnType<typeof givenAccount>>) =>
  async (q: string) =>
    (await call('GET', `/conversations/search?q=${q}`)).body.payload.length as number;

it('new messages are found at once, and wait until then', async () => {
  await indexChanges(test.app.tx(), 1);
  const { search } = await givenMessages();
  const waiting = await changesWaiting(test.app.tx());

  expect([await search('first'), await search('only'), await search('second')]).toEqual([1, 1, 0]);
  expect(waiting).toBeGreaterThanOrEqual(2);
  expect(await changesWaiting(test.app.tx())).toBe(0);
});

it('a message that was changed or deleted before it was indexed is found as it is', async () => {
  const changed = await givenMessages();
  const deleted = await givenMessages();
  await test.rows().updateTable('messages').set({ content: 'another' }).where('id', '=', changed.id).execute();
  await deleted.remove();

  expect([await changed.search('only'), await changed.search('another')]).toEqual([0, 1]);
  expect([await deleted.search('only'), await deleted.search('first')]).toEqual([0, 1]);
});

it('a message that was deleted as the newest of all is not found, and the next one is', async () => {
  const { search, id } = await givenMessages();
  const found = await search('only');
  await test.rows().deleteFrom('messages').where('id', '=', id).execute();

  const again = await givenMessages();

  expect([found, await search('only'), await again.search('only')]).toEqual([1, 0, 1]);
});

it('messages without words to search for do not wait for ever', async () => {
  const { search, id } = await givenMessages();
  await search('first');
  const row = await test.rows().selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { id: _, content_attributes: __, additional_attributes: ___, ...columns } = row;
  await test
    .rows()
    .insertInto('messages')
    .values({ ...columns, content: null })
    .execute();

  await search('first');

  expect(await changesWaiting(test.app.tx())).toBe(0);
});

it('what was changed is found although very many new messages wait, and so is the newest of these', async () => {
  const { search, id } = await givenMessages();
  const account = await givenAccount(test);
  const contact = await givenContact(account, { name: 'Ada' });
  const conversation = await givenConversation(account);
  while (await indexChanges(test.app.tx(), 1));
  await sql`insert into messages (account_id, inbox_id, conversation_id, message_type, content, created_at, updated_at)
    with recursive n (n) as (select 1 union all select n + 1 from n where n < ${MANY})
    select c.account_id, c.inbox_id, c.id, 'incoming', 'new' || n, m.created_at, m.updated_at
    from n, conversations c, messages m
    where m.id = ${id} and c.account_id = ${account.id} and c.display_id = ${conversation.id}`.execute(test.rows());
  await account.call('PATCH', `/contacts/${contact.id}`, { name: 'Bernadette' });
  await test.rows().updateTable('messages').set({ content: 'another' }).where('id', '=', id).execute();
  const waiting = await changesWaiting(test.app.tx());

  expect((await account.call('GET', '/contacts/search?q=bernad')).body.payload).toMatchObject([{ id: contact.id }]);
  expect([await search('only'), await search('another')]).toEqual([0, 1]);
  expect(await searchOf(account)(`new${MANY}`)).toBe(1);
  expect(waiting).toBeGreaterThan(MANY);
});

it(`new messages are listed on PostgreSQL only (here: ${databaseKind})`, async () => {
  await indexChanges(test.app.tx(), 1);
  await givenMessages();

  const listed = await test.rows().selectFrom('search_changes').select('id').where('kind', '=', 'message').execute();

  expect(listed.length > 0).toBe(databaseKind === 'postgresql');
});
