import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { indexAnew } from '../../../src/db/search/index-anew.ts';
import { changesWaiting } from '../../../src/db/search/index-changes.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenArticle, givenPortal } from '../../resources/portals/given-portal.ts';
import { ask } from '../../support/conversation-calls.ts';
import { givenAccount, givenContact, givenConversation, type TestAccount } from '../../support/factories.ts';

/** More than share a transaction; each conversation has more than a statement takes. */
const [CONVERSATIONS, MESSAGES] = [2, 5400];
/** The contacts that are found are more than a statement takes. */
const CONTACTS = 510;

let test: TestApp;
// Nothing is indexed but by the test.
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

it('an index that is made anew has all messages and contacts, and nothing waits for it', async () => {
  const account = await givenAccount(test);
  for (let number = 1; number <= CONVERSATIONS; number += 1) await givenMany(account, number);
  await givenManyContacts(account);
  const found = async (path: string) => (await account.call('GET', path)).body.payload.length as number;
  const before = await changesWaiting(test.app.tx());

  await indexAnew(test.app.tx());

  expect(before).toBeGreaterThan(CONVERSATIONS * MESSAGES);
  expect(await changesWaiting(test.app.tx())).toBe(0);
  for (const number of [1, 500, 501, 4600, 4601, MESSAGES]) {
    expect(await found(`/conversations/search?q=first said${number}`)).toBe(1);
    expect(await found(`/conversations/search?q=second said${number}`)).toBe(1);
  }
  for (const number of [1, 500, 501, CONTACTS]) expect(await found(`/contacts/search?q=person-${number}-`)).toBe(1);
});

it('an index that is made anew takes changes as before', async () => {
  const account = await givenAccount(test);
  const contact = await givenContact(account, { name: 'Ada' });
  const conversation = await givenConversation(account);
  await ask(account, conversation, { content: 'before' });
  await indexAnew(test.app.tx());
  const found = async (path: string) => (await account.call('GET', path)).body.payload.length as number;

  await ask(account, conversation, { content: 'after' });
  await account.call('PATCH', `/contacts/${contact.id}`, { name: 'Bernadette' });

  expect([await found('/conversations/search?q=before'), await found('/conversations/search?q=after')]).toEqual([1, 1]);
  expect([await found('/contacts/search?q=ada'), await found('/contacts/search?q=bernad')]).toEqual([0, 1]);
});

it('an index that is made anew has the articles of help centres', async () => {
  const account = await givenAccount(test);
  await givenArticle(account, await givenPortal(account), { title: 'Umbrella' });
  await sql`delete from article_search`.execute(test.rows());
  const found = async () => (await account.call('GET', '/search/articles?q=umbr')).body.payload.articles.length;
  const before = await found();

  await indexAnew(test.app.tx());

  expect([before, await found()]).toEqual([0, 1]);
});

/** A conversation in which each message has its number and a word that all have, "first" or "second". */
async function givenMany(account: TestAccount, number: number): Promise<void> {
  const { id } = await givenConversation(account);
  const word = number === 1 ? 'first' : 'second';
  await sql`insert into messages (account_id, inbox_id, conversation_id, message_type, content, created_at, updated_at)
    with recursive n (n) as (select 1 union all select n + 1 from n where n < ${MESSAGES})
    select c.account_id, c.inbox_id, c.id, 'incoming', ${`${word} said`} || n, c.created_at, c.created_at
    from n, conversations c where c.account_id = ${account.id} and c.display_id = ${id}`.execute(test.rows());
}

async function givenManyContacts(account: TestAccount): Promise<void> {
  await sql`insert into contacts (account_id, name, created_at, updated_at)
    with recursive n (n) as (select 1 union all select n + 1 from n where n < ${CONTACTS})
    select id, 'person-' || n || '-', created_at, created_at from n, accounts where id = ${account.id}`.execute(
    test.rows(),
  );
}
