import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { forgetDeletedWords } from '../../../src/db/search/forget-words.ts';
import { levelsOf, readStructure } from '../../../src/db/search/index-levels.ts';
import { indexChanges } from '../../../src/db/search/index-changes.ts';
import { mergeParts, mergeSome } from '../../../src/db/search/merge-parts.ts';
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

/** Writes rows to the index in one transaction, as one part. */
async function givenRows(after: number, rows: number): Promise<void> {
  await sql`insert into message_search (rowid, words)
    with recursive n (n) as (select 1 union all select n + 1 from n limit ${rows})
    select (999 << 32) + ${after} + n, 'everywhere x' || (n % 1000) from n`.execute(test.rows());
}

/** Deletes those from the first of `givenRows` to the last. */
async function deleteRows(first: number, last: number): Promise<void> {
  await sql`delete from message_search where rowid between (999 << 32) + ${first} and (999 << 32) + ${last}`.execute(
    test.app.tx().db,
  );
}

async function settingOf(index: string, key: string): Promise<unknown[]> {
  const config = sql.table(`${index}_config`);
  return (await sql`select v from ${config} where k = ${key}`.execute(test.rows())).rows;
}

/** How many rows were deleted that parts of the index still have. */
async function deletedRows(): Promise<number> {
  const levels = levelsOf(await readStructure(test.app.tx(), 'message_search'));
  return levels.reduce((sum, { deleted }) => sum + deleted, 0);
}

/** How much the usual connection has changed. */
async function changesHere(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(test.app.tx().db);
  return rows[0]!.n;
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
    await forgetDeletedWords(test.app.tx());
    for (let part = 0; part < 4; part += 1) await givenRows(part * 50_000, 50_000);
    const before = await partsOf('message_search');
    const changes = await changesHere();
    for (let written = 0; written < 200; written += 1) await mergeParts(test.app.tx(), ['message_search']);

    expect((await changesHere()) > changes).toBe(!isOn('COUNT_WORKER'));
    expect(before).toBeGreaterThan(4);
    expect(await partsOf('message_search')).toBeLessThan(4);
    expect(await rowsWith('everywhere')).toBe(200_000);
    const { body } = await account.call('GET', '/conversations/search?q=seldom');
    expect(body.meta.all_count).toBe(1);
  });

  it('merges very many rows within a transaction, where there is one', async () => {
    for (let part = 0; part < 4; part += 1) await givenRows(1_000_000 + part * 50_000, 50_000);
    const changes = await changesHere();
    await test.app.tx().transactional(async (tx) => {
      for (let written = 0; written < 200; written += 1) await mergeParts(tx, ['message_search']);
    });

    expect(await changesHere()).toBeGreaterThan(changes);
    expect(await rowsWith('everywhere')).toBe(400_000);
  });

  it('forgets deleted rows, also while a few parts are written', async () => {
    const tx = test.app.tx();
    await forgetDeletedWords(tx);
    await givenRows(2_000_000, 50_000);
    await deleteRows(2_000_000, 2_010_001);
    const forgetting = forgetDeletedWords(tx);
    for (let part = 0; part < 3; part += 1) {
      await setTimeout(5);
      await givenRows(3_000_000 + part * 10, 10);
    }
    await forgetting;

    const levels = levelsOf(await readStructure(tx, 'message_search'));
    expect(levels.map(({ merging, deleted }) => [merging, deleted])).toEqual(levels.map(() => [0, 0]));
    expect(await rowsWith('everywhere')).toBe(400_000 + 39_999 + 30);
    expect(await settingOf('message_search', 'usermerge')).toEqual([{ v: 4 }]);
  });

  it('forgets deleted rows where only one part is merged, and where others were being merged', async () => {
    const tx = test.app.tx();
    await forgetDeletedWords(tx);
    await deleteRows(2_020_001, 2_020_100);
    const forgetting = forgetDeletedWords(tx);
    await setTimeout(5);
    await givenRows(4_000_000, 10);
    await forgetting;
    expect(await deletedRows()).toBe(0);

    for (let part = 1; part <= 4; part += 1) await givenRows(5_000_000 + part * 1000, 1000);
    await mergeSome(tx, 'message_search');
    await deleteRows(5_001_001, 5_001_010);
    await forgetDeletedWords(tx);
    expect(await deletedRows()).toBe(0);
  });

  it('goes on as usual after it was told to stop forgetting', async () => {
    const tx = test.app.tx();
    await deleteRows(2_030_001, 2_030_100);

    await expect(forgetDeletedWords(tx, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(await settingOf('message_search', 'usermerge')).toEqual([{ v: 4 }]);
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
      expect(await settingOf(index, 'automerge')).toEqual([{ v: 0 }]);
    },
  );
});
