import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { AsideThread } from '../../../src/db/aside/aside-thread.ts';
import { AsideWrites } from '../../../src/db/aside/aside-writes.ts';
import { SqliteFile } from '../../../src/db/drivers/sqlite-file.ts';

/** Takes a while. */
const LONG = `insert into texts (text)
  with recursive n (n) as (select 1 union all select n + 1 from n where n < 3000000) select max(n) from n`;

let folder: string;
let path: string;
let file: SqliteFile;
let thread: AsideThread;
/** What was run on the usual connection. */
let direct: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-aside-'));
  path = join(folder, 'some.db');
  file = new SqliteFile(path);
  file.execute('create table texts (id integer primary key, text text)', []);
  thread = new AsideThread(path);
  direct = [];
});
afterEach(async () => {
  await thread.close();
  file.close();
  rmSync(folder, { recursive: true });
});

const write = (sql: string, parameters: unknown[] = [], to: AsideThread | null = thread) =>
  new AsideWrites(to).run(CompiledQuery.raw(sql, parameters), async () => {
    direct.push(sql);
    return file.execute(sql, parameters);
  });

const texts = () =>
  file.execute('select text from texts order by id', []).rows.map((row) => (row as { text: string }).text);

it('a write that may take long runs in another thread, and can be read when it has', async () => {
  await write('insert into texts (text) values (?)', ['tea']);

  expect([thread.isRunning, direct, texts()]).toEqual([true, [], ['tea']]);
});

it('lets other work go on meanwhile', async () => {
  await write('insert into texts (text) values (?)', ['tea']);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await write(LONG);
  clearInterval(timer);

  expect(turns).toBeGreaterThan(10);
  expect([direct, texts()]).toEqual([[], ['tea', '3000000']]);
});

it('tells how many rows it has changed', async () => {
  await write('insert into texts (text) values (?), (?)', ['tea', 'coffee']);

  expect(await write('update texts set text = upper(text)')).toEqual({ rows: [], numAffectedRows: 2n });
});

it('runs on the usual connection where it gives rows', async () => {
  const { rows } = await write('insert into texts (text) values (?), (?) returning text', ['tea', 'coffee']);

  expect([rows, texts()]).toEqual([
    [{ text: 'tea' }, { text: 'coffee' }],
    ['tea', 'coffee'],
  ]);
});

it('is not done again where the thread is closed meanwhile', async () => {
  await write('insert into texts (text) values (?)', ['tea']);
  const writing = write(LONG).catch((error: unknown) => error);
  await setTimeout(20);
  await thread.close();

  expect(await writing).toMatchObject({ fault: 'busy' });
  expect(direct).toEqual([]);
});

it('has the log copied to the file where nobody else writes', async () => {
  const row = 'insert into texts (text) values (zeroblob(1000000))';
  for (let written = 0; written < 200; written += 1) await write(row);

  expect(statSync(`${path}-wal`).size).toBeLessThan(40_000_000);
  expect(file.execute('select count(*) as n from texts', []).rows).toEqual([{ n: 200 }]);
});

it('has all that was kept read anew', async () => {
  file.touches.isCaughtUp();
  const before = file.touches.doubts;
  await write('insert into texts (text) values (?)', ['tea']);
  file.touches.isCaughtUp();

  expect(file.touches.doubts).toBeGreaterThan(before);
});

it('runs on the usual connection where there is no thread, and where it fails in the thread', async () => {
  await write('insert into texts (text) values (?)', ['without'], null);
  const thread = new AsideThread(join(folder, 'none', 'none.db'));
  await write('insert into texts (text) values (?)', ['failed'], thread);

  expect(texts()).toEqual(['without', 'failed']);
});

it('fails with the error of the usual connection', async () => {
  await expect(write('insert into nowhere values (1)')).rejects.toMatchObject({ message: 'no such table: nowhere' });
});

it('waits until another program has ended its transaction, and begins no transaction that stays open', async () => {
  const other = new Database(path);
  other.exec('begin immediate');
  const writing = write('insert into texts (text) values (?)', ['late']);
  await setTimeout(200);
  other.exec('commit');
  await writing;
  other.exec("insert into texts (text) values ('other')");
  other.close();

  expect([direct, texts()]).toEqual([[], ['late', 'other']]);
});
