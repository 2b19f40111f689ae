import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations, migrate, migrationState } from '../../src/db/migrate.ts';
import { createSchema, SQLITE_SCHEMA } from '../../src/db/migrations/sqlite/create-schema.ts';
import { openTx } from '../../src/db/tx.ts';
import { openOrm, type Orm } from '../../src/db/orm.ts';
import { givenUnmigratedPlace, type Place } from '../support/database.ts';
import { describeSchema } from '../support/database/describe-schema.ts';
import { EMPTY_INSTALLATION } from '../support/database/empty-installation.ts';
import { settingsOf } from '../support/database/rows.ts';
import { onlyOn } from '../support/only.ts';

const open = (place: Place) => openOrm(settingsOf(place, 2), EMPTY_INSTALLATION);

/** What `work` gives for an empty database. */
async function withEmpty<T>(work: (orm: Orm, place: Place) => Promise<T>): Promise<T> {
  const place = await givenUnmigratedPlace();
  const orm = await open(place);
  try {
    return await work(orm, place);
  } finally {
    await orm.close(true);
    await place.remove();
  }
}

describe('an empty database', () => {
  it('gets its schema, and has all migrations', () =>
    withEmpty(async (orm) => {
      const names = await applyMigrations(orm);

      expect(names.length).toBeGreaterThan(50);
      expect(await migrationState(orm)).toEqual({ applied: names, pending: [], unknown: [] });
      expect(await applyMigrations(orm)).toEqual([]);
    }));

  onlyOn('sqlite', it)('gets the same from the stored schema as from the migrations', async () => {
    const [atOnce, oneByOne] = await Promise.all([
      withEmpty(async (orm) => {
        const { pending } = await migrationState(orm);
        expect(await createSchema(openTx(orm))).toEqual(pending);
        return everythingIn(orm);
      }),
      withEmpty(async (orm) => {
        await orm.migrator.up();
        return everythingIn(orm);
      }),
    ]);

    expect(atOnce).toEqual(oneByOne);
    expect(atOnce['message_search_config']).toContainEqual({ k: 'automerge', v: 0 });
  });

  onlyOn('sqlite', it)('has a stored schema that is up to date: "npm run schema" writes it', () =>
    withEmpty(async (_orm, { dataDir }) => {
      expect(readFileSync(SQLITE_SCHEMA, 'utf8')).toBe(await describeSchema(join(dataDir, 'described.db')));
    }),
  );

  it('gets its schema once when two programs begin at the same time', () =>
    withEmpty(async (orm, place) => {
      const other = await open(place);
      const migrating = Promise.all([orm, other].map((each) => migrate(each, null, new Date())));
      const names = await migrating.finally(() => other.close(true));

      expect(names.map(({ length }) => length)).toContain(0);
      expect((await migrationState(orm)).applied).toEqual(names.flat());
    }));

  onlyOn('sqlite', it)('has nothing of its schema when it cannot get all of it', () =>
    withEmpty(async (orm) => {
      await sql`create table report_progress (id integer)`.execute(openTx(orm).db);

      await expect(applyMigrations(orm)).rejects.toThrow('report_progress');

      expect((await migrationState(orm)).applied).toEqual([]);
      expect(await everythingIn(orm)).toEqual({
        migrations: [],
        report_progress: ['CREATE TABLE report_progress (id integer)'],
      });
    }),
  );
});

/** The rows of each table, and the definitions, but for what says when a migration was applied and which ids have been used. */
async function everythingIn(orm: Orm): Promise<Record<string, unknown[]>> {
  const { db } = openTx(orm);
  const all = async <Row>(query: string) => (await sql.raw<Row>(query).execute(db)).rows;
  const definitions = await all<{ name: string; type: string; sql: string | null }>(
    `select name, type, sql from sqlite_schema where name not in ('sqlite_sequence', 'migrations') order by rowid`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name, type, sql: definition } of definitions) {
    found[name] = [definition, ...(type === 'table' ? await all(`select * from "${name}"`) : [])];
  }
  return { ...found, migrations: await all('select id, name from migrations') };
}
