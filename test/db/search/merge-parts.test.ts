import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { indexChanges } from '../../../src/db/search/index-changes.ts';
import { mergeParts } from '../../../src/db/search/merge-parts.ts';
import { ask } from '../../support/conversation-calls.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { onlyOn } from '../../support/only.ts';
import { isOn } from '../../support/runner/switches.ts';
import { givenArticle, givenPortal } from '../../resources/portals/given-portal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

/** More than go into the index in eight transactions, each of which adds a part. */
const MESSAGES = 850;

/** Each is written by itself. */
const ARTICLES = 20;

async function partsOf(index: string): Promise<number> {
  const data = sql.table(`${index}_data`);
  const parts = sql<{ n: number }>`select count(distinct id >> 37) as n from ${data} where id > 10`;
  return (await parts.execute(test.rows())).rows[0]!.n;
}

/** Writes rows to the index in one transaction, as one part or a few. */
async function givenRows(after: number, rows: number): Promise<void> {
  await sql`insert into message_search (rowid, words)
    with recursive n (n) as (select 1 union all select n + 1 from n limit ${rows})
    select (999 << 32) + ${after} + n, 'everywhere x' || n from n`.execute(test.rows());
}

async function rowsWith(word: string): Promise<number> {
  const found = sql<{ n: number }>`select count(*) as n from message_search where message_search match ${word}`;
  return (await found.execute(test.rows())).rows[0]!.n;
}

onlyOn('sqlite', describe)('the search index', () => {
  it('merges its parts as it is written, and finds what is in them', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await sql`insert into messages (account_id, inbox_id, conversation_id, message_type, content, created_at, updated_at)
      with recursive n (n) as (select 1 union all select n + 1 from n where n < ${MESSAGES})
      select c.account_id, c.inbox_id, c.id, 'incoming', 'word' || n, 1, 1 from n, conversations c
      where c.account_id = ${account.id} and c.display_id = ${conversation.id}`.execute(test.rows());
    await indexChanges(test.app.tx(), 100);

    expect(await partsOf('message_search')).toBeLessThan(8);
    for (const word of ['word1', 'word400', `word${MESSAGES}`]) {
      const { body } = await account.call('GET', `/conversations/search?q=${word}`);
      expect(body.meta.all_count).toBe(1);
    }
  });

  it('merges those with very many rows in another thread, and finds what is in them', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await ask(account, conversation, { content: 'seldom' });
    await indexChanges(test.app.tx(), 100);
    for (let part = 0; part < 5; part += 1) await givenRows(part * 50_000, 50_000);
    const before = await partsOf('message_search');
    let threads = 0;
    const count = () => (threads += 1);
    process.on('worker', count);
    for (let written = 0; written < 200; written += 1) await mergeParts(test.app.tx(), ['message_search']);
    process.off('worker', count);

    expect(threads).toBe(isOn('COUNT_WORKER') ? 1 : 0);
    expect(before).toBeGreaterThan(4);
    expect(await partsOf('message_search')).toBeLessThan(4);
    expect(await rowsWith('everywhere')).toBe(250_000);
    const { body } = await account.call('GET', '/conversations/search?q=seldom');
    expect(body.meta.all_count).toBe(1);
  });

  it('merges those of articles as they are written, and finds what is in them', async () => {
    const account = await givenAccount(test);
    const portal = await givenPortal(account);
    for (let number = 1; number <= ARTICLES; number += 1) {
      await givenArticle(account, portal, { title: `title${number}` });
    }

    expect(await partsOf('article_search')).toBeLessThan(8);
    for (const word of ['title1', `title${ARTICLES}`]) {
      const { body } = await account.call('GET', `/search/articles?q=${word}`);
      expect(body.payload.articles.map(({ title }: { title: string }) => title)).toContain(word);
    }
  });

  it.each(['message_search', 'contact_search', 'article_search'])(
    'merges nothing of %s by itself, which may take seconds',
    async (index) => {
      const config = sql.table(`${index}_config`);
      const { rows } = await sql`select v from ${config} where k = 'automerge'`.execute(test.rows());

      expect(rows).toEqual([{ v: 0 }]);
    },
  );
});
