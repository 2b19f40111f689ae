import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { CompiledQuery } from 'kysely';
import { AsideReads } from '../../../src/db/aside/aside-reads.ts';
import { type Asked, AsideThread } from '../../../src/db/aside/aside-thread.ts';
import { SqliteFile } from '../../../src/db/drivers/sqlite-file.ts';
import { eventually } from '../../support/eventually.ts';

/** A thread that notes what it is asked for. */
class NotingThread extends AsideThread {
  readonly asked: string[] = [];

  override ask(asked: Asked) {
    if ('sql' in asked) this.asked.push(asked.sql);
    return super.ask(asked);
  }
}

const COUNT = 'select count(*) as n from contacts where vip = ?';
const SEARCH = 'select count(*) as n from words where words match ?';
/** Takes a while, and reads no table. */
const LONG =
  'with recursive n (n) as (select 1 union all select n + 1 from n where n < 3000000) select max(n) as n from n';

/** Does not end by itself. */
const ENDLESS =
  'with recursive n (n) as (select 1 union all select n + 1 from n) select count(*) as n from n where n & 255 <> 0 or parley_goes_on()';

let folder: string;
let path: string;
let file: SqliteFile;
let thread: NotingThread;
let reads: AsideReads;
/** What was run on the usual connection. */
let direct: string[];
let workers: Worker[];
const note = (worker: Worker) => workers.push(worker);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-aside-'));
  path = join(folder, 'some.db');
  file = new SqliteFile(path);
  run('create table teams (id integer primary key)');
  run(
    'create table contacts (id integer primary key, vip boolean, seen datetime, labels json, note text, team_id integer references teams on delete cascade)',
  );
  run("create virtual table words using fts5 (text, content = '', contentless_delete = 1)");
  run('insert into teams values (1)');
  run(`insert into contacts values (1, true, 1000, '["a"]', 'tea', 1), (2, null, null, null, null, null)`);
  run("insert into words (rowid, text) values (1, 'refund parcel')");
  thread = new NotingThread(path);
  reads = new AsideReads(file.touches, thread, true);
  [direct, workers] = [[], []];
  process.on('worker', note);
});
afterEach(async () => {
  process.off('worker', note);
  await thread.close();
  file.close();
  rmSync(folder, { recursive: true });
});

const run = (statement: string) => file.execute(statement, []);

async function read(sql: string, ...parameters: unknown[]): Promise<unknown[]> {
  const { rows } = await reads.read(CompiledQuery.raw(sql, parameters), async () => {
    direct.push(sql);
    return file.execute(sql, parameters);
  });
  return rows;
}

describe('a read that may take long', () => {
  it('runs in another thread, which is started when it is first needed, and gives the same values', async () => {
    const isRunningBefore = thread.isRunning;

    const rows = await read('select * from contacts where seen = ? or vip is null', new Date(1000));

    expect(isRunningBefore).toBe(false);
    expect([workers.length, thread.asked.length, direct]).toEqual([1, 1, []]);
    expect(rows).toEqual([
      { id: 1, vip: true, seen: new Date(1000), labels: ['a'], note: 'tea', team_id: 1 },
      { id: 2, vip: null, seen: null, labels: null, note: null, team_id: null },
    ]);
  });

  it('lets other work go on meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);

    await read(LONG);
    clearInterval(timer);

    expect(turns).toBeGreaterThan(10);
  });

  it('fails with the error of the usual connection', async () => {
    await expect(read('select id from nowhere')).rejects.toMatchObject({ message: 'no such table: nowhere' });
  });
});

describe('what was found is kept', () => {
  it('for the same values alone', async () => {
    const first = [await read(COUNT, true), await read(COUNT, false)];
    const again = [await read(COUNT, true), await read(COUNT, false)];

    expect([first, again]).toEqual([[[{ n: 1 }], [{ n: 0 }]], first]);
    expect(thread.asked).toHaveLength(2);
  });

  it('as it was, because nobody can change it', async () => {
    const [row] = (await read('select labels from contacts where id = 1')) as { labels: string[] }[];
    expect(() => row!.labels.push('b')).toThrow(TypeError);

    expect(await read('select labels from contacts where id = 1')).toEqual([{ labels: ['a'] }]);
  });

  it('while only what it was not read from is written', async () => {
    await read(COUNT, true);
    run("update contacts set note = 'coffee'");
    run('insert into teams values (2)');
    await read(COUNT, true);

    expect(thread.asked).toHaveLength(1);
  });

  it.each([
    ['an insert', 'insert into contacts (id, vip) values (3, true)', 2],
    ['an update', 'update contacts set vip = true', 2],
    ['a delete', 'delete from contacts', 0],
    ['a cascade', 'delete from teams', 0],
    ['a change of the schema', 'alter table contacts add column more text default 1', 1],
  ])('until it is changed by %s', async (_, change, count) => {
    await read(COUNT, true);
    run(change);

    expect(await read(COUNT, true)).toEqual([{ n: count }]);
    expect(thread.asked).toHaveLength(2);
  });

  it.each([
    ["insert into words (rowid, text) values (2, 'refund')", 2],
    ['delete from words', 0],
  ])('until a virtual table is changed by %s', async (change, count) => {
    await read(SEARCH, 'refund');
    await read(SEARCH, 'refund');
    run(change);

    expect(await read(SEARCH, 'refund')).toEqual([{ n: count }]);
    expect(thread.asked).toHaveLength(2);
  });

  it('not at all where a trigger writes the virtual table', async () => {
    run("create trigger indexes after insert on teams begin insert into words (rowid, text) values (9, 'refund'); end");
    await read(SEARCH, 'refund');
    run('insert into teams values (2)');

    expect(await read(SEARCH, 'refund')).toEqual([{ n: 2 }]);
  });

  it('until another program writes anything', async () => {
    await read(COUNT, true);
    const other = new Database(path);
    other.exec('update contacts set vip = true');
    other.close();

    expect(await read(COUNT, true)).toEqual([{ n: 2 }]);
  });

  it('not when it is written while it is read', async () => {
    const first = read(COUNT, true);
    run('update contacts set vip = true');
    await first;

    expect(await read(COUNT, true)).toEqual([{ n: 2 }]);
  });

  it('not where it depends on more than the tables', async () => {
    await read('select random() as n');
    await read('select random() as n');

    expect(thread.asked).toHaveLength(2);
  });
});

describe('who asks for the same at the same time', () => {
  it('waits for one read', async () => {
    const answers = await Promise.all([read(COUNT, true), read(COUNT, true), read(COUNT, true)]);

    expect(answers).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
    expect(thread.asked).toHaveLength(1);
  });

  it('sees what was written before', async () => {
    const first = read(COUNT, true);
    run('update contacts set vip = true');

    expect(await read(COUNT, true)).toEqual([{ n: 2 }]);
    await first;
    expect(await read(COUNT, true)).toEqual([{ n: 2 }]);
  });
});

describe('the thread', () => {
  it('is started again when it has ended in the middle of a read, which is run again', async () => {
    const reading = read(LONG);
    await eventually(() => workers.length, Boolean);
    await workers[0]!.terminate();

    expect(await reading).toEqual([{ n: 3_000_000 }]);
    expect([workers.length, direct]).toEqual([2, []]);
  });

  it('ends when it has had nothing to do for a while, and is started again when it is needed', async () => {
    const idle = new AsideThread(path, undefined, 10);
    const ask = () => idle.ask({ sql: COUNT, parameters: [1], mostMs: 1000 });
    const first = await ask();
    await eventually(
      () => idle.isRunning,
      (isRunning) => !isRunning,
    );

    expect(await ask()).toEqual(first);
    expect(workers).toHaveLength(2);
    await idle.close();
  });

  it('does not end while it reads', async () => {
    const idle = new AsideThread(path, undefined, 10);
    const answer = await idle.ask({ sql: LONG, parameters: [], mostMs: 60_000 });

    expect([answer, workers.length]).toEqual([expect.any(Uint8Array), 1]);
    await idle.close();
  });

  it('gives the answer of a thread that has ended to no other question', async () => {
    await read(COUNT, true);
    await workers[0]!.terminate();
    const reading = read(LONG);
    await eventually(
      () => workers.length,
      (count) => count === 2,
    );
    workers[0]!.emit('message', 'too long');

    expect(await reading).toEqual([{ n: 3_000_000 }]);
  });

  it('does nothing more once it is closed', async () => {
    const all = [LONG, COUNT].map((sql) =>
      read(sql, ...(sql === COUNT ? [true] : [])).catch((error: unknown) => error),
    );
    await eventually(() => workers.length, Boolean);
    await thread.close();

    expect(await Promise.all(all)).toEqual([
      expect.objectContaining({ fault: 'busy' }),
      expect.objectContaining({ fault: 'busy' }),
    ]);
    expect(workers).toHaveLength(1);
  });

  it('ends a read that takes too long, where that lets itself be ended', async () => {
    const hasty = new AsideReads(file.touches, thread, true, 100);
    const asked = () => hasty.read(CompiledQuery.raw(ENDLESS), async () => ({ rows: [] }));

    await expect(asked()).rejects.toMatchObject({ fault: 'busy' });
    expect(await read(COUNT, true)).toEqual([{ n: 1 }]);
    expect(workers).toHaveLength(1);
  });

  it('ends a read that is under way when it is closed', async () => {
    const reading = read(ENDLESS).catch((error: unknown) => error);
    await eventually(() => workers.length, Boolean);
    await thread.close();

    expect(await reading).toMatchObject({ fault: 'busy' });
    expect([workers.length, direct]).toEqual([1, []]);
  });

  it('is done without where it cannot be started', async () => {
    const nowhere = new AsideReads(file.touches, new AsideThread(join(folder, 'none.db')), false);
    const rows = await nowhere.read(CompiledQuery.raw(COUNT, [true]), async () => file.execute(COUNT, [true]));

    expect(rows).toEqual({ rows: [{ n: 1 }] });
  });
});
