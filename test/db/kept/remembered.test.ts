import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { databaseFile } from '../../../src/app.ts';
import type { Tx } from '../../../src/db/tx.ts';
import { type Placeholders, remembered } from '../../../src/db/prepared.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { withoutRows } from '../../support/database/without-kept.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';
import { onlyIf, onlyOn } from '../../support/only.ts';
import { isOn } from '../../support/runner/switches.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const byName = remembered((db, values: Placeholders<{ name: string }>) =>
  db.selectFrom('contacts').where('name', '=', values.name).select(['id', 'email', 'custom_attributes as attributes']),
);
const byId = remembered(
  (db, values: Placeholders<{ id: number }>) =>
    db.selectFrom('contacts').where('id', '=', values.id).select(['id', 'name']),
  (rows) => ({ contacts: rows.map(({ id }) => id) }),
);

/** How many statements `work` has the database run. */
async function statementsOf(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let count = 0;
  await work(test.app.tx().noting(() => (count += 1)));
  return count;
}

/** Whether `read` gives the very rows of the time before: they were kept. */
const isKept = async (read: (tx: Tx) => Promise<unknown[]>) => {
  const before = await read(test.app.tx());
  return (await read(test.app.tx())) === before;
};

onlyOn('sqlite', describe)('remembered rows', () => {
  onlyIf(isOn('KEPT_ROWS'), it)('are kept until the table is written, or a row where rows are told apart', async () => {
    const contact = await givenContact(account, { name: 'Ada' });
    const other = await givenContact(account, { name: 'Bea' });
    const one = () => byId(test.app.tx(), { id: contact.id });
    const named = () => byName(test.app.tx(), { name: 'Ada' });
    const before = [await one(), await named()];
    await account.call('PATCH', `/contacts/${other.id}`, { name: 'Beate' });
    const afterOther = [(await one()) === before[0], (await named()) === before[1]];
    await account.call('PATCH', `/contacts/${contact.id}`, { name: 'Adele' });

    expect(afterOther).toEqual([true, false]);
    expect([await one(), await named()]).toEqual([[{ id: contact.id, name: 'Adele' }], []]);
  });

  it('are found when there were none, and another program writes', async () => {
    await givenContact(account, { name: 'Fay' });
    const none = await byId(test.app.tx(), { id: 987_654 });
    const program = new Database(databaseFile(test.app.config), { timeout: 5000 });
    program.exec(`insert into contacts select * from contacts limit 0; update contacts set id = 987654
      where id = (select max(id) from contacts)`);
    program.close();

    expect([none.length, (await byId(test.app.tx(), { id: 987_654 })).length]).toEqual([0, 1]);
  });

  onlyIf(isOn('KEPT_ROWS'), it)('cannot be changed, with all that is inside', async () => {
    await givenContact(account, { name: 'Cleo', custom_attributes: { plan: { seats: 3 } } });
    const [row] = await byName(test.app.tx(), { name: 'Cleo' });

    expect(() => Object.assign(row!, { email: 'x' })).toThrow(TypeError);
    expect(() => Object.assign((row!.attributes as { plan: object }).plan, { seats: 4 })).toThrow(TypeError);
  });

  onlyIf(isOn('KEPT_ROWS'), it)('are kept unless they are large', async () => {
    const isKeptWith = async (characters: number) => {
      const name = `with ${characters}`;
      await givenContact(account, { name, custom_attributes: { text: 'x'.repeat(characters) } });
      return isKept((tx) => byName(tx, { name }));
    };

    expect([await isKeptWith(60_000), await isKeptWith(70_000)]).toEqual([true, false]);
  });

  it('are read anew inside of a transaction, which sees its own writes, and not kept from it', async () => {
    const contact = await givenContact(account, { name: 'Dora' });
    const read = (tx: Tx) => byId(tx, { id: contact.id });
    await read(test.app.tx());
    const inside = test.app.tx().transactional(async (tx) => {
      await sql`update contacts set name = 'Dorothea' where id = ${contact.id}`.execute(tx.db);
      const rows = await read(tx);
      throw Object.assign(new Error('taken back'), { rows });
    });

    await expect(inside).rejects.toMatchObject({ rows: [{ name: 'Dorothea' }] });
    expect(await read(test.app.tx())).toEqual([{ id: contact.id, name: 'Dora' }]);
  });

  onlyIf(isOn('KEPT_ROWS'), it)('are the same when none are kept', async () => {
    const contact = await givenContact(account, { name: 'Erna' });
    const read = () => byId(test.app.tx(), { id: contact.id });
    const kept = [await isKept(read), await withoutRows(test, () => isKept(read))];

    expect(kept).toEqual([true, false]);
    expect(await withoutRows(test, read)).toEqual(await read());
  });

  it('are not taken where each statement has to be seen', async () => {
    const read = (tx: Tx) => byId(tx, { id: 1 });
    await read(test.app.tx());

    expect(await statementsOf(read)).toBe(1);
  });
});
