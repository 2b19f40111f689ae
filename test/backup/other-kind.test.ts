import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { givenFolder, givenFullPlace, storedIn } from '../support/backup/full-place.ts';
import { allRowsOf } from '../support/database/all-rows.ts';
import { givenOlderSchema } from '../support/database/older-schema.ts';
import { withRows } from '../support/database/rows.ts';
import { givenUnmigratedPlace, type Place } from '../support/database.ts';
import { onlyOn } from '../support/only.ts';
import { runParley } from '../support/parley.ts';

/** An empty place for SQLite, in runs for PostgreSQL, which reach both. */
function givenSqlitePlace(): Place {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  return { dataDir, databaseUrl: '', remove: async () => rmSync(dataDir, { recursive: true }) };
}

onlyOn('postgresql', describe)('a backup of the other kind of database', () => {
  let folder: ReturnType<typeof givenFolder>;
  const places: Place[] = [];
  const kept = <P extends Place>(place: P): P => {
    places.push(place);
    return place;
  };
  beforeAll(() => {
    folder = givenFolder();
  });
  afterAll(async () => {
    for (const place of places) await place.remove();
    folder.remove();
  });

  async function move(from: Place, to: Place): Promise<void> {
    const file = join(folder.path, 'moved.tar.zst');
    const made = await runParley(['backup', file], from);
    const restored = await runParley(['restore', file], to);
    expect([made.stderr, restored.stderr, restored.code]).toEqual(['', '', 0]);
  }

  it('brings every row, file and key to SQLite, and back to PostgreSQL', async () => {
    const { place } = await givenFullPlace();
    const [sqlite, back] = [kept(givenSqlitePlace()), kept(await givenUnmigratedPlace())];
    kept(place);

    await move(place, sqlite);
    await move(sqlite, back);

    const rows = await allRowsOf(place);
    expect(await allRowsOf(sqlite)).toEqual(rows);
    expect(await allRowsOf(back)).toEqual(rows);
    expect(storedIn(sqlite)).toEqual(storedIn(place));
    expect(storedIn(back)).toEqual(storedIn(place));
  });

  it('goes on with keys after the last one that was given', async () => {
    const [source, target] = [kept(givenSqlitePlace()), kept(await givenUnmigratedPlace())];
    await runParley(['create-account', '--name', 'Acme', '--email', 'ada@example.com'], source);
    await withRows(source, (rows) => sql`update sqlite_sequence set seq = 41 where name = 'accounts'`.execute(rows));

    await move(source, target);
    const { stdout } = await runParley(
      ['create-account', '--name', 'Next', '--email', 'bo@example.com', '--json'],
      target,
    );

    expect(JSON.parse(stdout)).toMatchObject({ account: { id: 42 } });
  });

  it('may be from an earlier version', async () => {
    const [source, target] = [kept(givenSqlitePlace()), kept(await givenUnmigratedPlace())];
    await givenOlderSchema(source, 3);

    await move(source, target);

    const names = (from: Place) =>
      withRows(from, (rows) => rows.selectFrom('accounts').select(['id', 'name']).orderBy('id').execute());
    expect(await names(target)).toEqual(await names(source));
    expect((await runParley(['migrate'], target)).stdout).toContain('Nothing to do');
  });
});
