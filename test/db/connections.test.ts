import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { join } from 'node:path';
import { faultOf } from '../../src/db/faults.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { Tx } from '../../src/db/tx.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import { onlyOn } from '../support/only.ts';
import { givenAccount, givenConversation, type TestAccount } from '../support/factories.ts';
import { isOn, openedWithout } from '../support/runner/switches.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const addLabel = (title: string) => account.call('POST', '/labels', { title });
const titles = async () =>
  (await account.call('GET', '/labels')).body.payload.map(({ title }: { title: string }) => title);
const titlesFrom = async (start: string) => (await titles()).filter((title: string) => title.startsWith(start));

const newLabel = (tx: Tx, title: string) =>
  tx.db
    .insertInto('labels')
    .values({ account_id: account.id, title, color: '#ffffff', created_at: new Date(), updated_at: new Date() });
const renaming = (tx: Tx, name: string) =>
  tx.db.updateTable('accounts').set({ name }).where('id', '=', account.id).returning('name');
const insertLabel = (tx: Tx, title: string) => newLabel(tx, title).execute();

describe('a transaction', () => {
  it('that was ended in the middle stores nothing that follows', async () => {
    const work = inTransaction(test.app.tx(), async (tx) => {
      await insertLabel(tx, 'before-the-end');
      await (databaseKind === 'sqlite'
        ? sql`rollback`.execute(tx.db)
        : insertLabel(tx, 'before-the-end').catch(() => {}));
      await insertLabel(tx, 'after-the-end').catch(() => {});
    });

    await expect(work).rejects.toThrow();
    expect(await titles()).not.toContain('before-the-end');
    expect(await titles()).not.toContain('after-the-end');
  });

  it('whose rollback fails gives its connection back', async () => {
    for (let times = 0; times < 12; times += 1) {
      const work = inTransaction(test.app.tx(), async (tx) => {
        await sql`rollback`.execute(tx.db);
        throw new Error('after the end');
      });
      await expect(work).rejects.toThrow('after the end');
    }

    expect((await addLabel('after-failed-rollbacks')).status).toBe(201);
  });

  it('that keeps a request waiting for a lock makes it answer 503 with Retry-After', async () => {
    const locked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const holding = inTransaction(test.app.tx(), async (tx) => {
      await tx.db.updateTable('accounts').set({ name: 'held' }).where('id', '=', account.id).execute();
      locked.resolve();
      await answered.promise;
    });

    await locked.promise;
    const answer = await account.call('PATCH', '', { name: 'other' });
    answered.resolve();
    await holding;

    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.body).toMatchObject({ error: 'Service unavailable', message: expect.stringContaining('try again') });
    expect((await account.call('PATCH', '', { name: 'other' })).status).toBe(200);
  });

  it('makes a statement outside of any that waits for its locks fail, too', async () => {
    const locked = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    const holding = inTransaction(test.app.tx(), async (tx) => {
      await renaming(tx, 'held').execute();
      locked.resolve();
      await refused.promise;
    });

    await locked.promise;
    const fault = await renaming(test.app.tx(), 'other')
      .execute()
      .then(() => null, faultOf);
    refused.resolve();
    await holding;

    expect(fault).toBe('busy');
    expect(await renaming(test.app.tx(), 'other').execute()).toEqual([{ name: 'other' }]);
  });

  onlyOn('postgresql', it)('leaves the connection of such a statement as it was', async () => {
    const settings = await test.app.tx().onOneConnection(async (tx) => {
      const { rows: changed } = await sql`update accounts set name = 'other' where id = ${account.id}`.execute(tx.db);
      await sql`update accounts set name = 'other' where name = 'nobody'`.execute(tx.db);
      const { rows } = await sql`select current_setting('lock_timeout') as "waits"`.execute(tx.db);
      return [...changed, ...rows];
    });

    expect(settings).toEqual([{ waits: '0' }]);
  });

  onlyOn('sqlite', it)('on a full disk answers 507, and goes on once there is room', async () => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(test.rows());
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(test.rows());

    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push(await addLabel(`full-${n}-${'x'.repeat(200)}`));
    const ready = await test.request('GET', '/readyz');
    await sql`pragma max_page_count = 1000000`.execute(test.rows());

    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([507]));
    expect(refused[0]?.body).toMatchObject({ error: 'Insufficient storage', message: expect.stringContaining('full') });
    expect(ready.body.checks.database).toBe('the disk is full');
    expect((await addLabel('space-again')).status).toBe(201);
  });

  onlyOn('postgresql', it)(
    'is tried again when a column has got another type since its statements were prepared',
    async () => {
      const { id } = await givenConversation(account);
      const path = `/conversations/${id}/messages`;
      const message = { content: 'hello', message_type: 'outgoing' };
      for (let times = 0; times < 12; times += 1) await account.call('POST', path, message);

      await sql`alter table conversations alter column uuid type varchar(100)`.execute(test.rows());

      expect((await account.call('POST', path, message)).status).toBe(201);
      expect((await account.call('GET', `/conversations/${id}`)).status).toBe(200);
    },
  );

  it('that fails takes back nothing that was written outside of it meanwhile', async () => {
    const outside = test.app.tx();
    let written: Promise<unknown> | undefined;
    const work = inTransaction(test.app.tx(), async (tx) => {
      await insertLabel(tx, 'meanwhile-inside');
      written = outside.execute(newLabel(outside, 'meanwhile-outside').compile());
      throw new Error('after the label');
    });

    await expect(work).rejects.toThrow('after the label');
    await written;
    expect(await titlesFrom('meanwhile')).toEqual(['meanwhile-outside']);
  });

  it('that fails inside of another takes back only its own work', async () => {
    await inTransaction(test.app.tx(), async (tx) => {
      await insertLabel(tx, 'nested-before');
      const inner = inTransaction(tx, async (tx) => {
        await insertLabel(tx, 'nested-failed');
        throw new Error('after the label');
      });
      await expect(inner).rejects.toThrow('after the label');
      await insertLabel(tx, 'nested-later');
    });

    expect(await titlesFrom('nested')).toEqual(['nested-before', 'nested-later']);
  });

  onlyOn('postgresql', it)('whose connection is cut fails, and the next ones have others', async () => {
    const cut = inTransaction(test.app.tx(), async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx.db);
    });

    await expect(cut).rejects.toThrow();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => addLabel(`after-a-cut-${n}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
  });
});

describe('transactions that begin together', () => {
  it('each take back only their own work when they fail', async () => {
    const add = (title: string, error?: Error) =>
      inTransaction(test.app.tx(), async (tx) => {
        await insertLabel(tx, title);
        if (error) throw error;
      });

    const ended = await Promise.allSettled([
      add('together-first'),
      add('together-failed', new Error('after the label')),
      add('together-last'),
    ]);

    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await titlesFrom('together')).toEqual(['together-first', 'together-last']);
  });

  onlyOn('sqlite', it)('are committed together, or each alone where that is switched off', async () => {
    const alone = await openedWithout('GROUP_COMMIT', () => givenApp({}, { jobs: false }));
    try {
      expect(await areCommittedTogether(test)).toBe(isOn('GROUP_COMMIT'));
      expect(await areCommittedTogether(alone)).toBe(false);
    } finally {
      await alone.stop();
    }
  });
});

/** Tries some times: on a busy machine, the first may take so long that the second is left to the next group. */
async function areCommittedTogether(test: TestApp): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) if (!(await seesTheOther(test))) return true;
  return false;
}

/** Whether another connection sees what the first of two transactions has written while the second is under way. */
async function seesTheOther({ app }: TestApp): Promise<boolean> {
  const other = new Database(join(app.config.data_dir, 'parley.db'), { readonly: true });
  const version = () => other.pragma('user_version', { simple: true });
  const before = version();
  const [, during] = await Promise.all([
    inTransaction(app.tx(), (tx) => sql`pragma user_version = ${sql.lit(Number(before) + 1)}`.execute(tx.db)),
    inTransaction(app.tx(), async () => version()),
  ]);
  other.close();
  return during !== before;
}
