import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { postgresMigrations } from '../../src/db/migrations/postgresql/all.ts';
import { sqliteMigrations } from '../../src/db/migrations/sqlite/all.ts';
import { databaseKind, type Place } from '../support/database.ts';
import { givenOlderSchema } from '../support/database/older-schema.ts';
import { type Finished, runParley, serveParley } from '../support/parley.ts';
import { withRows } from '../support/database/rows.ts';
import { onlyIf } from '../support/only.ts';
import { canMount } from '../support/faults/small-disk.ts';
import { givenSmallPlaces, type SmallPlaces } from '../support/faults/small-place.ts';

const KIBIBYTE = 2 ** 10;
const CONTACTS = 1500;
const BATCH = 500;
const ACCOUNTS = 1000;

let places: SmallPlaces;
let place: Place;

onlyIf(canMount(), describe)('on a disk that is full,', () => {
  beforeAll(async () => {
    places = await givenSmallPlaces(96);
  });
  afterEach(() => places.disk.free());
  afterAll(() => places?.remove());

  it('parley import-contacts says so, keeps whole batches, and ends the work when it is run again', async () => {
    place = await places.newPlace();
    const account = await givenAccount();
    const file = join(places.disk.folder, 'people.csv');
    writeFileSync(file, `name,email,remark\n${rowsOf(CONTACTS)}\n`);
    const importAll = () => runParley(['import-contacts', file, '--account', String(account), '--json'], place);

    places.disk.fill(512 * KIBIBYTE);
    const broken = await importAll();
    const kept = await countOf('contacts');
    places.disk.free();
    const whole = await importAll();

    expectToSayWhy(broken);
    expect([kept % BATCH, kept < CONTACTS]).toEqual([0, true]);
    expect(JSON.parse(whole.stdout)).toMatchObject({ total: CONTACTS, failed: 0, unchanged: kept });
    expect(await countOf('contacts')).toBe(CONTACTS);
  });

  it.each([['migrate'], ['serve', '--port', '0']])(
    'parley %s leaves an older database as it was, and brings it up to date once there is room',
    async (...args) => {
      place = await places.newPlace();
      mkdirSync(place.dataDir);
      await givenOlderSchema(place, ACCOUNTS);

      places.disk.fill(64 * KIBIBYTE);
      const broken = await runParley(args, place);
      places.disk.free();
      const before = await appliedMigrations();
      const kept = await countOf('accounts');
      const server = await serveParley(place);
      const code = await server.stop();

      expectToSayWhy(broken);
      // All that are pending are applied together; the first was, before.
      expect(before).toEqual([NAMES[0]]);
      expect(kept).toBe(ACCOUNTS);
      expect(code).toBe(0);
      expect(await appliedMigrations()).toEqual(NAMES);
      expect(await countOf('accounts')).toBe(ACCOUNTS);
    },
  );

  it.each([0, 16, 400].map((kibibytes) => [kibibytes]))(
    'a first start with room for %i KiB says so, and leaves nothing that makes the next one wrong',
    async (kibibytes) => {
      place = await places.newPlace();

      places.disk.fill(kibibytes * KIBIBYTE);
      const created = await runParley(['create-account', '--name', 'Acme', '--email', 'ada@example.com'], place);
      const served = await runParley(['serve', '--port', '0'], place);
      places.disk.free();
      const account = await givenAccount();
      const server = await serveParley(place);
      const code = await server.stop();

      for (const broken of [created, served]) expectToSayWhy(broken);
      expect(account).toBeGreaterThan(0);
      expect(code).toBe(0);
      const key = readFileSync(join(place.dataDir, 'secret_key'), 'utf8');
      expect(Buffer.from(key, 'base64')).toHaveLength(32);
      expect(await appliedMigrations()).toEqual(NAMES);
    },
  );
});

const NAMES = (databaseKind === 'sqlite' ? sqliteMigrations : postgresMigrations).map(({ name }) => name);

/** One sentence for people that names the cause. */
function expectToSayWhy({ code, stdout, stderr }: Finished): void {
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: expect.not.stringContaining('listening'),
    stderr: expect.stringMatching(/full|cannot grow|make room/),
  });
  expect(stderr).not.toMatch(/^\s+at /m);
}

function rowsOf(count: number): string {
  return Array.from({ length: count }, (_, index) => `Person ${index},p${index}@example.com,${'x'.repeat(200)}`).join(
    '\n',
  );
}

async function givenAccount(): Promise<number> {
  const args = ['create-account', '--name', 'Acme', '--email', 'ada@example.com', '--json'];
  const { stdout, stderr } = await runParley(args, place);
  if (stdout === '') throw new Error(`no account: ${stderr}`);
  return JSON.parse(stdout).account.id;
}

async function countOf(table: 'contacts' | 'accounts'): Promise<number> {
  const { count } = await withRows(place, (rows) =>
    rows
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

/** The names of the migrations that were applied, in their order. */
async function appliedMigrations(): Promise<string[]> {
  const query = sql<{ name: string }>`select name from migrations order by id`;
  const { rows } = await withRows(place, (rows) => query.execute(rows));
  return rows.map(({ name }) => name);
}
