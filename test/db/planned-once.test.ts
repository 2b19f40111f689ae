import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation, givenInbox, type TestAccount } from '../support/factories.ts';
import { onlyOn } from '../support/only.ts';

/** PostgreSQL plans a named statement so many times for its values before it may keep a plan for all values. */
const PLANNED = 5;
const CONVERSATIONS = 300;
const AT_ONCE = 10;

onlyOn('postgresql', describe)('the first page of a list', () => {
  let test: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    test = await givenApp({ 'database.pool_size': '2' }, { jobs: false });
    account = await givenAccount(test);
    // So many that a tenth of them is more than a page.
    const inbox = await givenInbox(account);
    const some = Array.from({ length: AT_ONCE }, (_, number) => number);
    for (let made = 0; made < CONVERSATIONS; made += AT_ONCE) {
      await Promise.all(some.map(() => givenConversation(account, { inbox_id: inbox.id })));
    }
    await sql`analyze`.execute(test.rows());
  });
  afterAll(() => test.stop());

  /** How often the statements of a connection were planned for their values. One request at a time always gets the same. */
  async function countPlans(): Promise<number> {
    const query = sql<{ count: number }>`select sum(custom_plans)::int as count from pg_prepared_statements`;
    return (await query.execute(test.rows())).rows[0]!.count;
  }

  it.each(['/conversations', '/conversations?per_page=25', '/contacts', '/conversations/1/messages'])(
    'is not planned anew for each request: GET %s',
    async (path) => {
      for (let times = 0; times <= PLANNED + 2; times += 1) await account.call('GET', path);
      const before = await countPlans();

      for (let times = 0; times < PLANNED; times += 1) await account.call('GET', path);

      expect(await countPlans()).toBe(before);
    },
  );
});
