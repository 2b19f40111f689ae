import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import pg from 'pg';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeServeLock } from '../../src/db/serve-lock.ts';
import { givenFolder, givenFullPlace, storedIn } from '../support/backup/full-place.ts';
import { allRowsOf } from '../support/database/all-rows.ts';
import { databaseKind, givenUnmigratedPlace, type Place } from '../support/database.ts';
import { canMount, givenSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { onlyIf } from '../support/only.ts';
import { killParley, runParley } from '../support/parley.ts';

const MOST_ATTEMPTS = 10;

let full: Awaited<ReturnType<typeof givenFullPlace>>;
let folder: ReturnType<typeof givenFolder>;
let file: string;
beforeAll(async () => {
  full = await givenFullPlace();
  folder = givenFolder();
  file = join(folder.path, 'full.tar.zst');
  await runParley(['backup', file], full.place);
});
afterAll(async () => {
  await full.place.remove();
  folder.remove();
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(1);
}

/** Leaves the place as a restore that is killed in the middle of replacing what was there. */
async function interrupt({ dataDir, databaseUrl }: Place): Promise<void> {
  if (!databaseUrl) {
    mkdirSync(join(dataDir, 'restoring'));
    writeFileSync(join(dataDir, 'restoring/placing'), '');
    return rmSync(join(dataDir, 'parley.db'));
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('alter schema public rename to parley_replaced');
  await client.query('create schema public');
  await client.end();
}

/** Keeps the log of the SQLite file at `path` from being copied, as a slow thread does, from when the file is there. */
async function givenSlowReader(path: string) {
  await until(() => existsSync(`${path}-wal`));
  const [reader, other] = [new Database(path), new Database(path)];
  reader.exec('begin');
  reader.prepare('select count(*) from sqlite_schema').get();
  return {
    seesIndex: () => until(() => hasContacts(other)),
    end: () => [reader, other].map((database) => database.close()),
  };
}

/** Whether the search index has contacts, which are among the last that a restore writes. */
function hasContacts(database: Database.Database): boolean {
  try {
    return database.prepare('select count(*) from contact_search_docsize').pluck().get() !== 0;
  } catch {
    return false;
  }
}

const namesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);

/** Kills a backup while its file is written; on a busy machine, some end before anyone sees that, and others are begun. */
async function killBackup(args: string[], folder: string): Promise<NodeJS.Signals | null> {
  for (let attempt = 1; ; attempt += 1) {
    const signal = await killParley(args, full.place, () =>
      until(() => namesIn(folder).some((name) => name.endsWith('.part'))),
    );
    if (signal !== null || attempt === MOST_ATTEMPTS) return signal;
    for (const name of namesIn(folder)) rmSync(join(folder, name));
  }
}

describe('kill -9 in the middle of a backup', () => {
  it('leaves nothing under a final name, and the next one removes what it has left', async () => {
    const own = givenFolder();
    const args = ['backup', '--to', own.path];

    const signal = await killBackup(args, own.path);
    const left = namesIn(own.path);
    const { code } = await runParley(args, full.place);
    const after = namesIn(own.path);
    own.remove();

    expect([signal, code]).toEqual(['SIGKILL', 0]);
    expect(left).toEqual([expect.stringMatching(/^\.parley-.*\.part$/)]);
    expect(after).toEqual([expect.stringMatching(/^parley-[\dTZ]+\.tar\.zst$/)]);
  });
});

describe('kill -9 in the middle of a restore', () => {
  let place: Place;
  beforeAll(async () => {
    place = await givenUnmigratedPlace();
  });
  afterAll(() => place.remove());

  it('leaves a place into which it can be restored again', async () => {
    const stage = join(place.dataDir, 'restoring');

    const signal = await killParley(['restore', file], place, () => until(() => existsSync(join(stage, 'secret_key'))));
    const again = await runParley(['restore', file], place);

    expect([signal, again.code, again.stderr]).toEqual(['SIGKILL', 0, '']);
    expect(await allRowsOf(place)).toEqual(await allRowsOf(full.place));
    expect(storedIn(place)).toEqual(storedIn(full.place));
    expect(existsSync(stage)).toBe(false);
  });

  it('keeps what was to be replaced, which the next one replaces', async () => {
    const stage = join(place.dataDir, 'restoring');
    const before = storedIn(place);

    const signal = await killParley(['restore', file, '--force'], place, () =>
      until(() => existsSync(join(stage, 'secret_key'))),
    );
    const again = await runParley(['restore', file, '--force'], place);

    expect([signal, again.code, again.stderr]).toEqual(['SIGKILL', 0, '']);
    expect(await allRowsOf(place)).toEqual(await allRowsOf(full.place));
    expect(storedIn(place)).toEqual(before);
  });
});

onlyIf(databaseKind === 'sqlite', describe)('a restore into a place without a database', () => {
  it('is refused while a server begins one there', async () => {
    const place = await givenUnmigratedPlace();
    const release = takeServeLock(join(place.dataDir, 'parley.db'));

    const refused = await runParley(['restore', file], place);
    release();
    const again = await runParley(['restore', file], place);
    await place.remove();

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`by process ${process.pid}`)]);
    expect([again.code, again.stderr]).toEqual([0, '']);
  });
});

onlyIf(databaseKind === 'sqlite', describe)('a restore on a busy machine', () => {
  it('waits for who still reads or copies the log', async () => {
    const place = await givenUnmigratedPlace();
    const restoring = runParley(['restore', file], place);
    const slow = await givenSlowReader(join(place.dataDir, 'restoring/parley.db'));

    // Without a wait it has ended by then.
    await Promise.race([restoring, slow.seesIndex().then(() => sleep(500))]);
    slow.end();
    const { code, stderr } = await restoring;

    expect([code, stderr]).toEqual([0, '']);
    expect(await allRowsOf(place)).toEqual(await allRowsOf(full.place));
    await place.remove();
  });
});

describe('a restore that was killed while it replaced', () => {
  let place: Place;
  beforeAll(async () => {
    place = await givenUnmigratedPlace();
    await runParley(['restore', file], place);
    await interrupt(place);
  });
  afterAll(() => place.remove());

  it.each([
    ['serve'],
    ['migrate'],
    ['backup', '--to', '/dev/null'],
    ['create-account', '--name', 'Acme', '--email', 'bea@example.com'],
    ['jobs', 'list'],
  ])('is told by parley %s, which makes nothing', async (...args) => {
    const { code, stderr } = await runParley(args, place);

    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('a restore was interrupted: run "parley restore" again'),
    ]);
  });

  it('can be run again, also after one that failed', async () => {
    const refused = await runParley(['restore', file, '--force'], place, { PARLEY_SECRET_KEY: 'x'.repeat(32) });
    const again = await runParley(['restore', file, '--force'], place);
    const { code } = await runParley(['migrate'], place);

    expect([refused.code, again.code, again.stderr, code]).toEqual([1, 0, '', 0]);
    expect(await allRowsOf(place)).toEqual(await allRowsOf(full.place));
  });
});

onlyIf(canMount(), describe)('on a disk that is full,', () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = givenSmallDisk(16);
  });
  afterEach(() => disk.remove());

  it('a backup says so, and leaves nothing', async () => {
    disk.fill(4096);
    const before = namesIn(disk.folder);

    const { code, stderr } = await runParley(['backup', join(disk.folder, 'full.tar.zst')], full.place);

    expect([code, stderr]).toEqual([1, expect.stringContaining('its disk is full')]);
    expect(namesIn(disk.folder)).toEqual(before);
  });

  it.each([64, 512])('a restore with room for %i KiB says so, and leaves nothing', async (kibibytes) => {
    const own = await givenUnmigratedPlace();
    const place = { ...own, dataDir: join(disk.folder, 'data') };
    disk.fill(kibibytes * 1024);

    const { code, stderr } = await runParley(['restore', file], place);
    const after = namesIn(place.dataDir);
    disk.free();
    const again = await runParley(['restore', file], place);
    const rows = await allRowsOf(place);
    await own.remove();

    expect([code, stderr]).toEqual([1, expect.stringMatching(/full|make room|cannot grow/)]);
    expect(after.filter((name) => name !== 'parley.db.lock')).toEqual([]);
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(rows).toEqual(await allRowsOf(full.place));
  });
});
