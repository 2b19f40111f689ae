import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Tx } from '../../../src/db/tx.ts';
import { removeEntries } from '../../../src/resources/accounts/remove-account.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

/** Changes that the administrator makes, whose name is not known. */
const byAdministrator = (): Tx =>
  test.app.tx().audited(() => ({
    user: { type: 'User', id: account.administrator.id, name: null },
    sessionId: null,
    accountId: account.id,
    requestId: null,
    address: null,
    comment: null,
    now: new Date(),
  }));

/** Has the account have so many labels, made in one statement, and no others. */
async function giveLabels(count: number): Promise<void> {
  await test.rows().deleteFrom('labels').where('account_id', '=', account.id).execute();
  const now = new Date();
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    insert into labels (account_id, title, color, created_at, updated_at)
    select ${sql.lit(account.id)}, 'label-' || cast(i as text), '#112233', ${now}, ${now} from n`.execute(test.rows());
}

const labels = (tx: Tx) => tx.db.updateTable('labels').where('account_id', '=', account.id);
const entries = async () =>
  test.rows().selectFrom('audit_logs').select('username').where('account_id', '=', account.id).execute();

describe('the audit log', () => {
  it('does not stand in the way of a statement that is about very many rows', async () => {
    // More than a statement of SQLite may have parameters.
    await giveLabels(33_000);

    await labels(byAdministrator()).set({ color: '#112233' }).execute();

    expect(await entries()).toEqual([]);
  });

  it('looks up once who it was, and goes with its account some entries at a time', async () => {
    await giveLabels(150);
    const lookups: string[] = [];
    const noting = byAdministrator().noting((text) => void (text.includes('from "users"') && lookups.push(text)));

    await labels(noting).set({ color: '#445566' }).execute();

    expect(lookups).toHaveLength(1);
    expect(await entries()).toEqual(Array.from({ length: 150 }, () => ({ username: account.administrator.email })));
    const isLast = [await removeEntries(test.app.tx(), account.id)];
    expect(await entries()).toHaveLength(50);
    isLast.push(await removeEntries(test.app.tx(), account.id));
    expect([isLast, await entries()]).toEqual([[false, true], []]);
  });

  it('has what a statement deletes, which gives what it was asked for', async () => {
    await giveLabels(2);

    const removed = await byAdministrator()
      .db.deleteFrom('labels')
      .where('account_id', '=', account.id)
      .returning('title')
      .execute();

    expect(removed.map(({ title }) => title).toSorted()).toEqual(['label-1', 'label-2']);
    const { body } = await account.call('GET', '/audit_logs');
    const [last] = body.audit_logs;
    expect(last).toMatchObject({ action: 'destroy', auditable_type: 'Label' });
    expect(last.audited_changes).toMatchObject({ title: 'label-2', color: '#112233', account_id: account.id });
  });
});
