import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { VERSION } from '../../src/version.ts';
import { givenFolder, givenFullPlace, storedIn } from '../support/backup/full-place.ts';
import { allRowsOf } from '../support/database/all-rows.ts';
import { givenOlderSchema } from '../support/database/older-schema.ts';
import { withRows } from '../support/database/rows.ts';
import { databaseKind, givenPlace, givenUnmigratedPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { onlyOn } from '../support/only.ts';
import { runParley, serveParley } from '../support/parley.ts';
import { randomFrom } from '../../bin/seed/random.ts';
import { givenServedAccount } from '../support/served-account.ts';
import { startWriters } from '../support/writers.ts';

let full: Awaited<ReturnType<typeof givenFullPlace>>;
let folder: ReturnType<typeof givenFolder>;
let file: string;
const places: Place[] = [];
beforeAll(async () => {
  full = await givenFullPlace();
  folder = givenFolder();
  file = join(folder.path, 'full.tar.zst');
  const { code, stderr } = await runParley(['backup', file], full.place);
  expect([code, stderr]).toEqual([0, '']);
});
afterAll(async () => {
  for (const place of [full.place, ...places]) await place.remove();
  folder.remove();
});

async function givenEmpty(make = givenUnmigratedPlace): Promise<Place> {
  const place = await make();
  places.push(place);
  return place;
}

const restore = (place: Place, ...args: string[]) => runParley(['restore', file, ...args], place);

describe('parley backup and restore', () => {
  it('bring back every row, file and key', async () => {
    const place = await givenEmpty();

    const { code, stdout, stderr } = await restore(place, '--json');

    expect([code, stderr]).toEqual([0, '']);
    const rows = await allRowsOf(full.place);
    const count = Object.values(rows).reduce((sum, { length }) => sum + length, 0);
    expect(JSON.parse(stdout)).toEqual({ rows: count, files: 2, migrated: [], opens_secrets: true, replaced: null });
    expect(await allRowsOf(place)).toEqual(rows);
    expect(storedIn(place)).toEqual(storedIn(full.place));
    expect(readdirSync(place.dataDir).filter((name) => name === 'restoring')).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('give an installation that serves, finds what was said, and gives no number that was given out since the backup', async () => {
    const place = await givenEmpty();
    await restore(place);
    const [before] = await withRows(place, (rows) =>
      rows.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1).execute(),
    );

    const server = await serveParley(place);
    const call = (method: string, below: string, body?: object) =>
      fetch(`${server.url}/api/v1/accounts/${full.account}${below}`, {
        method,
        headers: { api_access_token: full.token, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).then((answer) => answer.json() as Promise<Record<string, never>>);
    const found = await call('GET', '/search/messages?q=Hello');
    const made = await call('POST', '/conversations/1/messages', { content: 'Again', message_type: 'outgoing' });
    const [event] = await withRows(place, (rows) =>
      rows.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).execute(),
    );
    const feed = await call('GET', '/events?after=0');
    await server.stop();

    expect(JSON.stringify(found)).toContain('"content":"Hello"');
    expect(Number(made['id'])).toBeGreaterThan(before!.id + 900_000);
    expect(event!.id).toBeGreaterThan(9_000_000);
    expect(JSON.stringify(feed)).toContain('"content":"Again"');
  });

  it('keep the state of one moment while others write', async () => {
    const source = await givenEmpty(givenPlace);
    const account = await givenServedAccount(source, { PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0' });
    const writers = await startWriters(account, 6, randomFrom(7));
    await eventually(
      () => writers.acknowledged.messages.size,
      (size) => size > 10,
    );
    const live = join(folder.path, 'live.tar.zst');

    const known = new Map(writers.acknowledged.messages);
    const made = await runParley(['backup', live, '--json'], source);
    const verified = await runParley(['backup', 'verify', live, '--json'], source);
    await writers.stop();
    await account.server.stop();
    const place = await givenEmpty();
    const restored = await runParley(['restore', live], place);

    expect([made.code, verified.code, restored.code, writers.unexpected]).toEqual([0, 0, 0, []]);
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, missing_files: 0, version: VERSION });
    const [before, after] = [await allRowsOf(source), await allRowsOf(place)];
    const contents = new Map(after['messages']!.map((row) => [(row as { id: number }).id, row]));
    for (const [id, content] of known) expect(contents.get(id)).toMatchObject({ content });
    const later = new Map(before['events']!.map((row) => [(row as { id: number }).id, row]));
    for (const event of after['events'] as { id: number }[]) expect(later.get(event.id)).toEqual(event);
    for (const { key } of after['attachments'] as { key: string }[]) expect(storedIn(place)).toHaveProperty([key]);
  });

  it('refuse a database in which a row names one that is not there', async () => {
    const source = await givenEmpty();
    const place = await givenEmpty();
    await restore(source);
    await withRows(source, async (rows) => {
      const off = databaseKind === 'sqlite' ? 'pragma foreign_keys = off' : 'set session_replication_role = replica';
      await sql.raw(off).execute(rows);
      await rows.deleteFrom('contacts').execute();
    });
    const broken = join(folder.path, 'broken.tar.zst');

    const made = await runParley(['backup', broken], source);
    const verified = await runParley(['backup', 'verify', broken], place);
    const restored = await runParley(['restore', broken], place);

    expect(made.code).toBe(0);
    for (const { code, stderr } of [verified, restored]) {
      expect([code, stderr]).toEqual([1, expect.stringMatching(/a row of \w+ names contacts\.id \d+/)]);
    }
  });

  it('take a database of an earlier version, and bring it up to date', async () => {
    const older = await givenEmpty();
    const place = await givenEmpty();
    await givenOlderSchema(older, 3);
    const old = join(folder.path, 'older.tar.zst');

    const made = await runParley(['backup', old], older);
    const { code, stdout, stderr } = await runParley(['restore', old, '--json'], place);

    expect([made.code, code, stderr]).toEqual([0, 0, '']);
    expect(JSON.parse(stdout).migrated.length).toBeGreaterThan(5);
    const names = (from: Place) =>
      withRows(from, (rows) => rows.selectFrom('accounts').select(['id', 'name']).orderBy('id').execute());
    expect(await names(place)).toEqual(await names(older));
    expect((await runParley(['migrate'], place)).stdout).toContain('Nothing to do');
  });

  it('take a backup whose archive an earlier version has written by itself', async () => {
    const place = await givenEmpty();
    const old = join(import.meta.dirname, 'fixtures/own-tar.tar.zst');

    const verified = await runParley(['backup', 'verify', old, '--json'], place);
    const { code, stdout, stderr } = await runParley(['restore', old, '--json'], place);

    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, files: 2, missing_files: 0 });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 168, files: 2, opens_secrets: true });
    const names = await withRows(place, (rows) => rows.selectFrom('contacts').select('name').orderBy('id').execute());
    expect(names.map(({ name }) => name)).toContain('Zoë "Z"\nÅ \u2028');
    const { secret_key: _, ...files } = storedIn(place);
    expect(Object.values(files).toSorted()).toEqual(['the first file', 'x'.repeat(700_000)]);
  });

  it('refuse the database of a newer version, and a backup of it', async () => {
    const newer = await givenEmpty(givenPlace);
    const add = (name: string) =>
      withRows(newer, (rows) =>
        sql`insert into migrations (name, executed_at) values (${name}, ${new Date()})`.execute(rows),
      );
    await add('999912312359-later');

    const { code, stderr } = await runParley(['backup', join(folder.path, 'newer.tar.zst')], newer);

    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('written by a newer Parley (it has 999912312359-later)'),
    ]);
  });
});

describe('parley restore', () => {
  it('refuses a place with accounts, and replaces them when told to', async () => {
    const place = await givenEmpty(givenPlace);
    await runParley(['create-account', '--name', 'Other', '--email', 'other@example.com', '--json'], place);
    const before = await allRowsOf(place);

    const refused = await restore(place);
    const unchanged = await allRowsOf(place);
    const { code, stdout, stderr } = await restore(place, '--force', '--json');

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('has accounts already')]);
    expect(unchanged).toEqual(before);
    expect([code, stderr]).toEqual([0, '']);
    expect(await allRowsOf(place)).toEqual(await allRowsOf(full.place));
    const { replaced } = JSON.parse(stdout) as { replaced: string | null };
    expect(replaced === null).toBe(databaseKind === 'postgresql');
    if (replaced === null) return;
    const back = await runParley(['restore', replaced, '--force'], place);
    expect([back.code, back.stderr]).toEqual([0, '']);
    expect(back.stdout).toContain(`files to ${place.dataDir}.`.slice(databaseKind === 'sqlite' ? 'files '.length : 0));
    expect(await allRowsOf(place)).toEqual(before);
  });

  onlyOn('sqlite', it)('takes back the copy from before an upgrade, of which the last seven are kept', async () => {
    const place = await givenEmpty();
    const folder = join(place.dataDir, 'backups');
    await givenOlderSchema(place, 3);
    mkdirSync(folder);
    const older = [2014, 2015, 2016, 2017, 2018, 2019, 2020].map((year) => `before-migration-${year}.db`);
    for (const name of older) writeFileSync(join(folder, name), '');

    await runParley(['migrate'], place);
    const kept = readdirSync(folder).toSorted();
    const copy = join(folder, kept.at(-1)!);
    await withRows(place, (rows) => rows.updateTable('accounts').set({ name: 'After' }).execute());
    const { code, stdout, stderr } = await runParley(['restore', copy, '--force', '--json'], place);

    expect(kept.slice(0, -1)).toEqual(older.slice(1));
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 3, files: 0 });
    const names = await withRows(place, (rows) => rows.selectFrom('accounts').select('name').execute());
    expect(names.map(({ name }) => name)).not.toContain('After');
  });

  it('refuses while a server uses the place', async () => {
    const place = await givenEmpty(givenPlace);
    const server = await serveParley(place);

    const { code, stderr } = await restore(place, '--force');
    await server.stop();

    expect([code, stderr]).toEqual([1, expect.stringMatching(/process \d+|stop every "parley serve" first/)]);
  });

  it('leaves everything as it was when the backup is damaged', async () => {
    const place = await givenEmpty(givenPlace);
    await runParley(['create-account', '--name', 'Other', '--email', 'other@example.com'], place);
    const [rows, key] = [await allRowsOf(place), readFileSync(join(place.dataDir, 'secret_key'), 'utf8')];
    const cut = join(folder.path, 'cut.tar.zst');
    const bytes = readFileSync(file);
    writeFileSync(cut, bytes.subarray(0, bytes.length - 40));

    const { code, stderr } = await runParley(['restore', cut, '--force'], place);

    expect([code, stderr]).toEqual([1, expect.stringContaining('is cut off')]);
    expect(await allRowsOf(place)).toEqual(rows);
    expect(readFileSync(join(place.dataDir, 'secret_key'), 'utf8')).toBe(key);
  });

  it('says that the secrets cannot be opened where the backup has no key', async () => {
    const place = await givenEmpty();
    const without = join(folder.path, 'without-key.tar.zst');
    const made = await runParley(['backup', without, '--without-key'], full.place);

    const { code, stdout } = await runParley(['restore', without], place);

    expect(made.stdout).toContain('Without the secret key');
    expect([code, stdout]).toEqual([0, expect.stringContaining('sealed with another key')]);
  });

  it('refuses a backup whose key is not that of the settings', async () => {
    const place = await givenEmpty();

    const { code, stderr } = await runParley(['restore', file], place, { PARLEY_SECRET_KEY: 'another' });

    expect([code, stderr]).toEqual([1, expect.stringContaining('another secret_key than the backup')]);
  });
});

describe('parley backup', () => {
  it('writes to standard output, and nothing else there', async () => {
    const output = join(folder.path, 'output.tar.zst');

    const { code, stderr } = await runParley(['backup', '-'], full.place, {}, '', output);
    const verified = await runParley(['backup', 'verify', output], full.place);

    expect([code, stderr, verified.code]).toEqual([0, '', 0]);
  });

  it('writes into a folder, by time, and keeps the newest', async () => {
    const own = givenFolder();
    for (const name of ['parley-20200101T000000Z.tar.zst', 'parley-20200102T000000Z.tar.zst', 'other.tar.zst']) {
      writeFileSync(join(own.path, name), 'x');
    }

    const { code, stdout } = await runParley(['backup', '--to', own.path, '--keep', '2', '--json'], full.place);
    const left = readdirSync(own.path).toSorted();
    own.remove();

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ removed: [join(own.path, 'parley-20200101T000000Z.tar.zst')] });
    expect(left).toEqual([
      'other.tar.zst',
      'parley-20200102T000000Z.tar.zst',
      expect.stringMatching(/^parley-20[2-9]\d{5}T\d{6}Z/),
    ]);
  });

  it('fails with the files that rows name and that are not there, unless the one before misses them, too', async () => {
    const place = await givenEmpty();
    await restore(place);
    const key = Object.keys(storedIn(place))[0]!;
    rmSync(join(place.dataDir, 'files', key.slice(0, 2), key));

    const first = await runParley(['backup'], place);
    const next = await runParley(['backup'], place);

    expect([first.code, first.stdout, first.stderr]).toEqual([
      1,
      expect.stringContaining(`Files that rows name and that were not there: 1, such as ${key}`),
      expect.stringContaining('the backup is made, but misses 1 file that rows name'),
    ]);
    // It misses no more than the one before.
    expect(next.code).toBe(0);
  });

  it('keeps the last whole backup as long as files are missing, and no older ones', async () => {
    const place = await givenEmpty();
    await restore(place);
    const own = givenFolder();
    for (const day of ['01', '02']) copyFileSync(file, join(own.path, `parley-202001${day}T000000Z.tar.zst`));
    for (const name of ['parley-20200103T000000Z-misses-2.tar.zst', 'parley-20200104T000000Z-misses-1.tar.zst']) {
      writeFileSync(join(own.path, name), 'x');
    }
    const key = Object.keys(storedIn(place))[0]!;
    const path = join(place.dataDir, 'files', key.slice(0, 2), key);
    const content = readFileSync(path);
    rmSync(path);

    const lost = await runParley(['backup', '--to', own.path, '--keep', '1', '--json'], place);
    const afterLoss = readdirSync(own.path).toSorted();
    writeFileSync(path, content);
    await runParley(['backup', '--to', own.path, '--keep', '1'], place);
    const afterReturn = readdirSync(own.path);
    own.remove();

    expect(afterLoss).toEqual([
      'parley-20200102T000000Z.tar.zst',
      expect.stringMatching(/^parley-20[2-9]\d{5}T\d{6}Z-misses-1\.tar\.zst$/),
    ]);
    expect(JSON.parse(lost.stdout)).toMatchObject({ file: join(own.path, afterLoss[1]!), missing_files: 1 });
    expect(afterReturn).toEqual([expect.stringMatching(/^parley-20[2-9]\d{5}T\d{6}Z\.tar\.zst$/)]);
  });

  it('makes no database where there is none', async () => {
    const place = await givenEmpty();

    const { code, stderr } = await runParley(['backup', join(folder.path, 'none.tar.zst')], place);

    expect([code, stderr]).toEqual([1, expect.stringMatching(/there is no database|the database is empty/)]);
    expect(readdirSync(place.dataDir)).not.toContain('parley.db');
  });
});
