import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Asked, AsideThread } from '../../../src/db/aside/aside-thread.ts';
import { Checkpoints } from '../../../src/db/aside/checkpoints.ts';
import { LOG_PAGES as PAGES } from '../../../src/db/drivers/open-file.ts';
import { SqliteFile } from '../../../src/db/drivers/sqlite-file.ts';

const PAGE = 4096;

/** A thread that counts what it is asked for. */
class CountingThread extends AsideThread {
  asked = 0;

  override ask(asked: Asked) {
    this.asked += 1;
    return super.ask(asked);
  }
}

/**
 * As on a slow disk: each time it has copied the log, transactions have written many more pages, unless they wait. First they
 * are so few that it copies once more, then so many that not only the last few are left.
 */
class SlowThread extends CountingThread {
  #isClosed = false;

  override async ask(asked: Asked) {
    const answer = await super.ask(asked);
    const length = file.logSize().log + (this.asked % 2 === 1 ? 0.5 : 1.5) * PAGES;
    const isOver = () => this.#isClosed || file.logSize().log >= length;
    for (let waited = 0; waited < 300 && !isOver(); waited += 1) await setTimeout(1);
    return answer;
  }

  override close() {
    this.#isClosed = true;
    return super.close();
  }
}

let folder: string;
let path: string;
let file: SqliteFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-checkpoints-'));
  path = join(folder, 'some.db');
  file = new SqliteFile(path, { hasCheckpoints: true, syncs: false });
  file.execute('create table texts (id integer primary key, text)', []);
});
afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true });
});

/**
 * Writes so many pages in transactions without a pause. Returns the longest that the log has been, in pages, and how many
 * seconds were begun meanwhile.
 */
async function write(pages: number, thread: AsideThread): Promise<{ longest: number; seconds: number }> {
  const checkpoints = new Checkpoints(file, thread);
  const started = performance.now();
  let longest = 0;
  for (let written = 0; written < pages; written += 50) {
    await checkpoints.beforeTransaction();
    file.execute('begin immediate', []);
    for (let row = 0; row < 50; row += 1) file.execute('insert into texts (text) values (?)', ['x'.repeat(PAGE - 100)]);
    file.execute('commit', []);
    longest = Math.max(longest, file.logSize().log);
    await setImmediate();
  }
  return { longest, seconds: Math.ceil((performance.now() - started) / 1000) };
}

it('copies the log in another thread, and begins it anew, while transactions go on', async () => {
  const thread = new CountingThread(path);
  const { longest } = await write(20 * PAGES, thread);
  await thread.close();

  // Each time there are two or more: for most of it, and for the rest between two transactions.
  expect(thread.asked).toBeGreaterThanOrEqual(2);
  // A log that is never begun anew has 20 times as many.
  expect(longest).toBeLessThan(3.5 * PAGES);
  expect(statSync(`${path}-wal`).size).toBeLessThan(4 * PAGES * PAGE);
  expect(file.execute('select count(*) as n from texts', []).rows).toEqual([{ n: 20 * PAGES + 30 }]);
}, 60_000);

it('begins the log anew where the thread is slow', async () => {
  const thread = new SlowThread(path);
  const { longest } = await write(20 * PAGES, thread);
  await thread.close();

  // Without a wait for the thread, SQLite would copy the log itself with four times as many.
  expect(longest).toBeGreaterThan(2.5 * PAGES);
  expect(longest).toBeLessThan(3.5 * PAGES);
}, 60_000);

it('leaves it to SQLite where there is no thread', async () => {
  const thread = new CountingThread(join(folder, 'none.db'));
  const { longest, seconds } = await write(6 * PAGES, thread);
  await thread.close();

  expect(thread.asked).toBeGreaterThanOrEqual(1);
  expect(thread.asked).toBeLessThanOrEqual(seconds);
  expect(longest).toBeGreaterThan(3 * PAGES);
  expect(longest).toBeLessThan(5 * PAGES);
}, 60_000);

it('asks once a second while another program keeps the log from being copied', async () => {
  const thread = new CountingThread(path);
  const other = new Database(path);
  other.exec('begin');
  other.prepare('select count(*) from texts').get();
  const { longest, seconds } = await write(6 * PAGES, thread);
  other.exec('commit');
  other.close();
  await thread.close();

  // Twice for what could be copied before, and then to see that no more can.
  expect(thread.asked).toBeLessThanOrEqual(2 + seconds);
  expect(longest).toBeGreaterThan(5 * PAGES);
}, 60_000);
