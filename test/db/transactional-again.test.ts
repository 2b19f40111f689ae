import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation, givenInbox } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const itOnPostgres = databaseKind === 'postgresql' ? it : () => {};

describe('a deletion and another transaction that wait for each other', () => {
  it('are no matter where there is one writer', async () => {
    const { account, inbox } = await given();

    const { status } = await account.call('DELETE', `/inboxes/${inbox.id}`);

    expect(status).toBe(200);
  });

  itOnPostgres('both come to their end', async () => {
    const { account, inbox, first, second } = await given();

    const deleted = await test
      .rows()
      .transaction()
      .execute(async (rows) => {
        const hold = (displayId: number) =>
          rows
            .updateTable('conversations')
            .set({ muted: true })
            .where('account_id', '=', account.id)
            .where('display_id', '=', displayId)
            .execute();
        await hold(second.id);
        const deletion = account.call('DELETE', `/inboxes/${inbox.id}`);
        await eventually(waiting, (count) => count > 0);
        await hold(first.id);
        return { deletion };
      });

    expect((await deleted.deletion).status).toBe(200);
    expect((await account.call('GET', `/inboxes/${inbox.id}`)).status).toBe(404);
  });
});

/** An inbox with two conversations, in the order in which a deletion holds them. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const first = await givenConversation(account, { inbox_id: inbox.id });
  const second = await givenConversation(account, { inbox_id: inbox.id });
  return { account, inbox, first, second };
}

/** How many wait for what others hold. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks where not granted`.execute(test.rows());
  return Number(rows[0]?.n ?? 0);
}
