import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../src/db/prepared.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Tx } from '../../src/db/tx.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation, type TestAccount } from '../support/factories.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const titlesFrom = async (start: string) => {
  const { body } = await account.call('GET', '/labels');
  return body.payload
    .map(({ title }: { title: string }) => title)
    .filter((title: string) => title.startsWith(start))
    .toSorted();
};

const insertLabel = (tx: Tx, title: string) =>
  tx.db
    .insertInto('labels')
    .values({ account_id: account.id, title, color: '#ffffff', created_at: new Date(), updated_at: new Date() })
    .execute();

/** A new prepared query that finds an account. */
const givenQuery = () =>
  prepared((db, values: Placeholders<{ id: number }>) =>
    db.selectFrom('accounts').select('id').where('id', '=', values.id),
  );

const unknownTable = (tx: Tx) => sql`select * from no_such_table`.execute(tx.db);

describe('statements that are asked for together', () => {
  it('are answered in their order, inside and outside of a transaction', async () => {
    const read = givenQuery();
    const ask = (tx: Tx) => tx.together((tx) => [read(tx, account), read(tx, { id: 0 }), read(tx, account)]);

    const answers = [await ask(test.app.tx()), await inTransaction(test.app.tx(), ask)];

    const one = [{ id: account.id }];
    expect(answers).toEqual([
      [one, [], one],
      [one, [], one],
    ]);
  });

  it('fail with the error of the first that fails, and leave the connection usable', async () => {
    const read = givenQuery();
    for (let times = 0; times < 12; times += 1) {
      const asked = test.app.tx().together((tx) => [read(tx, account), unknownTable(tx), read(tx, account)]);
      await expect(asked).rejects.toThrow('no_such_table');
    }

    expect(await read(test.app.tx(), account)).toHaveLength(1);
  });

  it('all fail in a transaction after one that failed, which can be tried again', async () => {
    const read = givenQuery();
    const asked = inTransaction(test.app.tx(), (tx) =>
      tx.together((tx) => [unknownTable(tx), read(tx, account), read(tx, account)]),
    );
    await expect(asked).rejects.toThrow('no_such_table');

    expect(await inTransaction(test.app.tx(), (tx) => read(tx, account))).toHaveLength(1);
  });
});

describe('a statement that is not waited for', () => {
  it('is kept with its transaction', async () => {
    await inTransaction(test.app.tx(), async (tx) => {
      await tx.sent(insertLabel(tx, 'sent-first'));
      await tx.sent(insertLabel(tx, 'sent-last'));
    });

    expect(await titlesFrom('sent')).toEqual(['sent-first', 'sent-last']);
  });

  it('makes its transaction fail with its error', async () => {
    const work = inTransaction(test.app.tx(), async (tx) => {
      await tx.sent(insertLabel(tx, 'failed-label'));
      await tx.sent(insertLabel(tx, 'failed-label'));
    });

    await expect(work).rejects.toThrow(/unique/i);
    expect(await titlesFrom('failed')).toEqual([]);
  });

  it('makes those after it fail with its error', async () => {
    const seen: unknown[] = [];
    const work = inTransaction(test.app.tx(), async (tx) => {
      await tx.sent(insertLabel(tx, 'before-label'));
      try {
        await tx.sent(insertLabel(tx, 'before-label'));
        await insertLabel(tx, 'after-label');
      } catch (error) {
        seen.push(error);
        throw error;
      }
    });

    await expect(work).rejects.toThrow(/unique/i);
    expect(seen).toEqual([expect.objectContaining({ message: expect.stringMatching(/unique/i) })]);
    expect(await titlesFrom('after')).toEqual([]);
  });

  it('takes back only the nested transaction that it belongs to', async () => {
    await inTransaction(test.app.tx(), async (tx) => {
      await insertLabel(tx, 'outer-first');
      const inner = inTransaction(tx, async (tx) => {
        await tx.sent(insertLabel(tx, 'outer-inner'));
        await tx.sent(insertLabel(tx, 'outer-first'));
      });
      await expect(inner).rejects.toThrow(/unique/i);
      await insertLabel(tx, 'outer-last');
    });

    expect(await titlesFrom('outer')).toEqual(['outer-first', 'outer-last']);
  });
});

describe('a noting database', () => {
  it('notes every statement, prepared or not, together with others, aside, and in transactions', async () => {
    const read = givenQuery();
    const noted: string[] = [];
    const noting = test.app.tx().noting((statement) => noted.push(statement));
    const one = (tx: Tx) => sql`select 1 as one`.execute(tx.db);

    await read(noting, account);
    await one(noting);
    await noting.together((tx) => [read(tx, account), one(tx)]);
    await one(noting.aside);
    await noting.transactional(async (tx) => {
      await one(tx);
      await tx.transactional(async (tx) => tx.together((tx) => [read(tx, account)]));
    });
    await one(noting.fork());

    const ofAccount = noted[0];
    const expected = [ofAccount, 'one', ofAccount, 'one', 'one', 'one', ofAccount];
    expect(noted.map((statement) => (statement === 'select 1 as one' ? 'one' : statement))).toEqual(expected);
  });
});

describe('a prepared query', () => {
  it('gives the same rows each time, and as one that is not prepared', async () => {
    await givenConversation(account, { custom_attributes: { note: 'größer' } });
    const ofAccount = prepared((db, values: Placeholders<{ id: number }>) =>
      db.selectFrom('conversations').selectAll().where('account_id', '=', values.id),
    );
    const tx = test.app.tx();

    const rows = await tx.db.selectFrom('conversations').selectAll().where('account_id', '=', account.id).execute();
    const answers = [];
    for (let times = 0; times < 3; times += 1) answers.push(await ofAccount(tx, account));

    expect(rows).toHaveLength(1);
    expect(answers).toEqual([rows, rows, rows]);
  });

  it('refuses to spread its placeholders, which have no names of their own', async () => {
    const insert = prepared((db, values: Placeholders<{ account_id: number; title: string }>) =>
      db.insertInto('labels').values({ ...values } as never),
    );

    const inserted = insert(test.app.tx(), { account_id: account.id, title: 'spread' });

    await expect(inserted).rejects.toThrow('placeholders cannot be listed: name each of them');
  });

  it('that failed at its first use works later', async () => {
    const { id } = await givenConversation(account);
    const insert = prepared((db, values: Placeholders<{ account_id: number; title: string; now: Date }>) =>
      db.insertInto('labels').values({
        account_id: values.account_id,
        title: values.title,
        color: '#ffffff',
        created_at: values.now,
        updated_at: values.now,
      }),
    );
    const add = (title: string) => insert(test.app.tx(), { account_id: account.id, title, now: new Date() });
    await insertLabel(test.app.tx(), `known-${id}`);

    for (let times = 0; times < 12; times += 1) await expect(add(`known-${id}`)).rejects.toThrow(/unique/i);
    await add(`known-${id}-too`);
    await add(`known-${id}-then`);

    expect(await titlesFrom(`known-${id}-`)).toEqual([`known-${id}-then`, `known-${id}-too`]);
  });
});
