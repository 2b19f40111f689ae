import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { indexChanges } from '../../../src/db/search/index-changes.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { onlyOn } from '../../support/only.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

/** More than go into the index in eight transactions, each of which adds a part. */
const MESSAGES = 850;

describe('the search index', () => {
  onlyOn('sqlite', it)('merges its parts as it is written, and finds what is in them', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await sql`insert into messages (account_id, inbox_id, conversation_id, message_type, content, created_at, updated_at)
      with recursive n (n) as (select 1 union all select n + 1 from n where n < ${MESSAGES})
      select c.account_id, c.inbox_id, c.id, 'incoming', 'word' || n, 1, 1 from n, conversations c
      where c.account_id = ${account.id} and c.display_id = ${conversation.id}`.execute(test.rows());
    await indexChanges(test.app.tx(), 100);

    const parts = sql<{ n: number }>`select count(distinct id >> 37) as n from message_search_data where id > 10`;
    expect((await parts.execute(test.rows())).rows[0]!.n).toBeLessThan(8);
    for (const word of ['word1', 'word400', `word${MESSAGES}`]) {
      const { body } = await account.call('GET', `/conversations/search?q=${word}`);
      expect(body.meta.all_count).toBe(1);
    }
  });
});
