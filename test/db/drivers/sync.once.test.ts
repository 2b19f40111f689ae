import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { CompiledQuery } from 'kysely';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from '../../../src/db/access.ts';
import { AsideReads } from '../../../src/db/aside/aside-reads.ts';
import { AsideWrites } from '../../../src/db/aside/aside-writes.ts';
import { SqliteDriver } from '../../../src/db/drivers/sqlite-driver.ts';
import { SqliteFile } from '../../../src/db/drivers/sqlite-file.ts';
import { FaultWatch } from '../../../src/db/watch/fault-watch.ts';
import { onlyIf } from '../../support/only.ts';
import { isOn } from '../../support/runner/switches.ts';

/** The open files of a process, as Linux lists them. */
const OPEN_FILES = '/proc/self/fd';

/** After so many transactions, one after the other, a disk that is always quick is known to be. */
const ENOUGH = 60;

/** A file whose disk can be made to take its time; without that, all its syncs count as quick. */
class SlowFile extends SqliteFile {
  syncs = 0;
  /** Those that ended before others could have been answered. */
  atOnce = 0;
  disk: Promise<void> | null = null;

  override sync(isAlone?: boolean): Promise<void> | void {
    this.syncs += 1;
    if (this.disk) return this.disk.then(() => super.sync());
    const syncing = super.sync(isAlone);
    if (syncing) return syncing;
    this.atOnce += 1;
  }
}

let folder: string;
let path: string;
let file: SlowFile;
let driver: SqliteDriver;
let access: Access;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-sync-'));
  path = join(folder, 'some.db');
  file = new SlowFile(path, { quickMs: Infinity });
  access = {
    faults: new FaultWatch(),
    busy: { ms: 0 },
    waitMs: 4000,
    onNamesRefused() {},
    syncs: true,
    onStatement: null,
  };
  driver = openDriver();
  await driver.execute(CompiledQuery.raw('create table texts (text)'));
  file.syncs = 0;
});
afterEach(async () => {
  await driver.destroy();
  rmSync(folder, { recursive: true });
});

function openDriver(): SqliteDriver {
  const aside = { reads: new AsideReads(file.touches, null, false), writes: new AsideWrites(null) };
  return new SqliteDriver(file, access, aside, null);
}

const insert = (text: string) => CompiledQuery.raw('insert into texts values (?)', [text]);
const write = (text: string) => driver.transaction((connection) => connection.executeQuery(insert(text)));
/** Writes what can be made anew from the rest of the database. */
const writeDerived = (text: string) => driver.transaction((connection) => connection.executeQuery(insert(text)), true);

async function read(): Promise<string[]> {
  const { rows } = await driver.execute<{ text: string }>(CompiledQuery.raw('select text from texts order by rowid'));
  return rows.map(({ text }) => text);
}

/** Has the disk wait until the function that is returned is called. */
function holdDisk(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  file.disk = promise;
  return () => {
    file.disk = null;
    resolve();
  };
}

/** Whether it has not ended after a moment. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([promise, sleep(50, 'waiting')])) === 'waiting';
}

onlyIf(isOn('SYNC_ASIDE') && isOn('GROUP_COMMIT'), describe)('syncing commits', () => {
  it('answers a transaction when it is on the disk, and others meanwhile', async () => {
    const release = holdDisk();
    const writing = write('a');
    const wasWaiting = await isWaiting(writing);
    const meanwhile = await read();
    release();
    await writing;

    expect(wasWaiting).toBe(true);
    expect(meanwhile).toEqual(['a']);
  });

  it('commits together what is asked for meanwhile', async () => {
    const release = holdDisk();
    const first = write('a');
    await isWaiting(first);
    const others = ['b', 'c', 'd'].map(write);
    const wasWaiting = await isWaiting(Promise.any(others));
    const meanwhile = await read();
    release();
    await Promise.all([first, ...others]);

    expect(wasWaiting).toBe(true);
    expect(meanwhile).toEqual(['a']);
    expect(await read()).toEqual(['a', 'b', 'c', 'd']);
    expect(file.syncs).toBe(2);
  });

  it('syncs what is written outside of transactions', async () => {
    const release = holdDisk();
    const writing = driver.execute(insert('a'));
    const wasWaiting = await isWaiting(writing);
    release();
    await writing;

    expect(wasWaiting).toBe(true);
  });

  onlyIf(isOn('SYNC_AT_ONCE'), it)('waits for a quick disk where transactions come one after the other', async () => {
    for (let count = 0; count < ENOUGH; count += 1) await write('a');
    const before = file.atOnce;
    await write('b');
    const alone = file.atOnce - before;
    await Promise.all(['c', 'd'].map(write));

    expect(alone).toBe(1);
    expect(file.atOnce - before).toBe(1);
  });

  onlyIf(isOn('SYNC_AT_ONCE') && isOn('GROUP_COMMIT'), it)(
    'waits for it again after two that came together',
    async () => {
      for (let count = 0; count < ENOUGH; count += 1) await write('a');
      await Promise.all(['b', 'c'].map(write));
      const before = file.atOnce;
      await write('d');

      expect(file.atOnce - before).toBe(1);
    },
  );

  onlyIf(isOn('SYNC_AT_ONCE') && isOn('GROUP_COMMIT'), it)('waits for it beside what can be made anew', async () => {
    for (let count = 0; count < ENOUGH; count += 1) await write('a');
    for (let count = 0; count < 4; count += 1) await Promise.all([write('b'), writeDerived('c')]);
    const before = file.atOnce;
    await Promise.all([write('d'), writeDerived('e')]);

    expect(file.atOnce - before).toBe(1);
  });

  onlyIf(isOn('SYNC_AT_ONCE') && isOn('GROUP_COMMIT'), it)('does not after several that came together', async () => {
    for (let count = 0; count < ENOUGH; count += 1) await write('a');
    for (let count = 0; count < 4; count += 1) await Promise.all(['b', 'c'].map(write));
    const before = file.atOnce;
    await write('d');

    expect(file.atOnce).toBe(before);
  });

  it('never waits for a disk that is not quick', async () => {
    await driver.destroy();
    file = new SlowFile(path, { quickMs: 0 });
    driver = openDriver();
    for (let count = 0; count < ENOUGH; count += 1) await write('a');

    expect(file.syncs).toBe(ENOUGH);
    expect(file.atOnce).toBe(0);
  });

  onlyIf(isOn('GROUP_COMMIT'), it)(
    'leaves what can be made anew to the next sync, unless much has been left',
    async () => {
      const release = holdDisk();
      for (let count = 0; count < 8; count += 1) await writeDerived('a');
      const left = file.syncs;
      const next = write('b');
      const wasWaiting = await isWaiting(next);
      release();
      await next;
      for (let count = 0; count < 9; count += 1) await writeDerived('c');

      expect([left, wasWaiting, file.syncs]).toEqual([0, true, 2]);
      expect(await read()).toEqual([...Array<string>(8).fill('a'), 'b', ...Array<string>(9).fill('c')]);
    },
  );

  onlyIf(isOn('GROUP_COMMIT'), it)('syncs what can be made anew together with what cannot', async () => {
    await Promise.all([writeDerived('a'), write('b'), writeDerived('c')]);

    expect(file.syncs).toBe(1);
    expect(await read()).toEqual(['a', 'b', 'c']);
  });

  it('syncs nothing after a transaction that wrote nothing', async () => {
    await driver.transaction((connection) => connection.executeQuery(CompiledQuery.raw('select 1')));
    await read();

    expect(file.syncs).toBe(0);
  });
});

onlyIf(isOn('GROUP_COMMIT'), describe)('transactions that wait for too long', () => {
  beforeEach(() => {
    access = { ...access, waitMs: 200 };
    driver = openDriver();
  });

  it('are refused while those before them are run, however many they are', async () => {
    const { promise: working, resolve: end } = Promise.withResolvers<void>();
    const first = driver.transaction(() => working);
    const others = Array.from({ length: 99 }, () => write('a'));

    await expect(others.at(-1)).rejects.toThrow('waited too long');
    end();
    await first;
    const ended = await Promise.allSettled(others);
    const refused = ended.filter(({ status }) => status === 'rejected').length;
    expect(refused).toBeGreaterThan(0);
    expect(await read()).toHaveLength(others.length - refused);
  });

  it('are refused where they were left to the next group', async () => {
    const release = holdDisk();
    const first = driver.transaction(async (connection) => {
      const started = performance.now();
      while (performance.now() - started < 50);
      await connection.executeQuery(insert('a'));
    });
    const second = write('b');

    await expect(second).rejects.toThrow('waited too long');
    release();
    await first;
    expect(await read()).toEqual(['a']);
  });
});

onlyIf(isOn('GROUP_COMMIT') && existsSync(OPEN_FILES), describe)('a group of transactions', () => {
  it('takes back what it has written to many pages without a temporary file', async () => {
    const pages = 100;
    const page = 'x'.repeat(3000);
    await driver.transaction(async (connection) => {
      for (let count = 0; count < pages; count += 1) await connection.executeQuery(insert(page));
    });
    const temporary: string[] = [];
    const refused = driver.transaction(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("update texts set text = replace(text, 'x', 'y')"));
      temporary.push(
        ...readdirSync(OPEN_FILES)
          .map(linkOf)
          .filter((path) => path.includes('etilqs_')),
      );
      throw new Error('refused');
    });
    await Promise.all([expect(refused).rejects.toThrow('refused'), write('b')]);

    expect(temporary).toEqual([]);
    expect(await read()).toEqual([...Array<string>(pages).fill(page), 'b']);
  });
});

onlyIf(isOn('SYNC_ASIDE') && existsSync(OPEN_FILES), describe)('a log that cannot be synced', () => {
  /**
   * Puts what cannot be synced in the place of the log that is synced, which SQLite has open for itself. The number stays
   * taken: its owner, who knows nothing of this, closes it.
   */
  function breakSync(): void {
    const ours = readdirSync(OPEN_FILES).filter((fd) => linkOf(fd) === `${path}-wal` && isReadOnly(fd));
    expect(ours).toHaveLength(1);
    const log = Number(ours[0]);
    closeSync(log);
    const opened: number[] = [];
    while ((opened.at(-1) ?? -1) < log) opened.push(openSync('/dev/null', 'r'));
    for (const fd of opened) if (fd !== log) closeSync(fd);
    expect(opened).toContain(log);
  }

  /** What a copy of the file without its log has. */
  function readFile(): unknown[] {
    const copy = join(folder, 'copy.db');
    copyFileSync(path, copy);
    const database = new Database(copy);
    try {
      return database.prepare('select text from texts order by rowid').pluck().all();
    } finally {
      database.close();
    }
  }

  it.each([
    ['another thread', 1],
    ['this thread', ENOUGH],
  ])('is copied to the file instead, when %s finds out', async (_, count) => {
    for (let written = 0; written < count; written += 1) await write('a');
    expect(file.atOnce > 0).toBe(count > 1 && isOn('SYNC_AT_ONCE') && isOn('GROUP_COMMIT'));
    breakSync();
    await write('b');

    expect(readFile()).toEqual([...Array<string>(count).fill('a'), 'b']);
  });

  it('fails the transaction when it cannot be copied, and is copied by a later one', async () => {
    await write('a');
    const reader = new Database(path);
    reader.exec('begin; select * from texts');
    breakSync();

    await expect(write('b')).rejects.toThrow('could not be synced to disk');
    await expect(write('c')).rejects.toThrow('could not be synced to disk');
    expect(access.faults.lasting()).toEqual(['failing']);
    reader.close();
    await write('d');

    expect(readFile()).toEqual(['a', 'b', 'c', 'd']);
  });
});

function linkOf(fd: string): string {
  try {
    return readlinkSync(`${OPEN_FILES}/${fd}`);
  } catch {
    return '';
  }
}

/** By the last digit of the flags, in octal. */
function isReadOnly(fd: string): boolean {
  return /flags:\s*\d*0\n/.test(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'));
}
