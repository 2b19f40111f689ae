import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { inTransaction } from '../../../src/db/transaction.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { databaseKind } from '../../support/database.ts';
import { onlyOn } from '../../support/only.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

const job = { kind: 'test', payload: '{}' as never, due_at: new Date(), created_at: new Date() };

const insert = () => test.rows().insertInto('jobs').values(job).returning('id');
const newest = async () =>
  (await test.rows().selectFrom('jobs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;

it('an insert gives the key of its row', async () => {
  const ids = [(await insert().executeTakeFirstOrThrow()).id, (await insert().executeTakeFirstOrThrow()).id];

  expect(ids[1]).toBe(await newest());
  expect(ids[1]! - ids[0]!).toBe(1);
});

it('an insert of several rows, or that gives more, gives what it says', async () => {
  const rows = await test.rows().insertInto('jobs').values([job, job]).returning('id').execute();
  const more = await test.rows().insertInto('jobs').values(job).returning(['id', 'kind']).execute();

  expect(rows.map(({ id }) => id)).toEqual([more[0]!.id - 2, more[0]!.id - 1]);
  expect(more).toEqual([{ id: await newest(), kind: 'test' }]);
});

it('an insert of what is read gives the key of its row, or none where there is nothing to read', async () => {
  const { id } = await insert().executeTakeFirstOrThrow();
  const copy = (id: number) => sql<{ id: number }>`insert into "jobs" ("kind", "payload", "due_at", "created_at")
    select "kind", "payload", "due_at", "created_at" from "jobs" where "id" = ${id} limit 1 returning "id"`;

  expect((await copy(id).execute(test.rows())).rows).toEqual([{ id: id + 1 }]);
  expect((await copy(0).execute(test.rows())).rows).toEqual([]);
  expect(await newest()).toBe(id + 1);
});

it('an insert that fails gives its error, also in a transaction, which then ends', async () => {
  const before = await insert().executeTakeFirstOrThrow();
  const twice = inTransaction(test.app.tx(), async (tx) => {
    await tx.db.insertInto('jobs').values(job).returning('id').execute();
    await tx.db
      .insertInto('jobs')
      .values({ ...job, id: before.id })
      .returning('id')
      .execute();
  });

  await expect(twice).rejects.toThrow(databaseKind === 'postgresql' ? 'duplicate key' : 'UNIQUE');
  expect(await newest()).toBe(before.id);
});

onlyOn('sqlite', it)(
  'an insert that a trigger leaves out gives no row, and one whose trigger inserts gives its own',
  async () => {
    await sql`create trigger left_out before insert on jobs when new.kind = 'left out' begin select raise(ignore); end`.execute(
      test.rows(),
    );
    await sql`create trigger another after insert on jobs when new.kind = 'first' begin
    insert into jobs (kind, payload, due_at, created_at) values ('second', '{}', 1, 1); end`.execute(test.rows());

    const leftOut = await test
      .rows()
      .insertInto('jobs')
      .values({ ...job, kind: 'left out' })
      .returning('id')
      .execute();
    const first = await test
      .rows()
      .insertInto('jobs')
      .values({ ...job, kind: 'first' })
      .returning('id')
      .execute();

    expect([leftOut, first]).toEqual([[], [{ id: (await newest()) - 1 }]]);
  },
);

onlyOn('sqlite', it)('an insert into a table with another key gives its column', async () => {
  await sql`create table named (id text primary key, name text)`.execute(test.rows());

  const insert = sql`insert into "named" ("id", "name") values (${'a'}, ${'b'}) returning "id"`;

  expect((await insert.execute(test.rows())).rows).toEqual([{ id: 'a' }]);
});
