/**
 * Keeps the schema of this version for the tests that upgrade from it: in test/upgrade/fixtures, one file of SQL for each kind of database, with
 * all statements that an installation of the first version has run until it came to this one, and with the rows that it had in the beginning. To be
 * run for each release, and never again for an older schema, since a file shows what that release really did:
 *   node test/upgrade/make-fixtures.ts                                  # the schema of today
 *   node test/upgrade/make-fixtures.ts 202611211115-initial             # an older one
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedMigration } from '../../src/db/migrations/named-migration.ts';
import { postgresMigrations } from '../../src/db/migrations/postgresql/all.ts';
import { sqliteMigrations } from '../../src/db/migrations/sqlite/all.ts';
import { openOrm, type Orm } from '../../src/db/orm.ts';
import { EMPTY_INSTALLATION } from '../support/database/empty-installation.ts';
import { firstRows } from './first-rows.ts';

const last =
  process.argv[2] ??
  [...sqliteMigrations, ...postgresMigrations]
    .map(({ name }) => name)
    .toSorted()
    .at(-1)!;

await keep(
  'sqlite',
  sqliteMigrations,
  await openOrm({ file: ':memory:' }, EMPTY_INSTALLATION),
  'create table `migrations` (`id` integer not null primary key autoincrement, `name` text null, `executed_at` datetime null default current_timestamp)',
);
await keep(
  'postgresql',
  postgresMigrations,
  // Nothing is asked of it, so nothing connects.
  await openOrm({ url: 'postgres://nowhere.invalid/none', poolSize: 1 }, EMPTY_INSTALLATION),
  'create table "migrations" ("id" serial primary key, "name" varchar(255) null, "executed_at" timestamptz null default current_timestamp)',
);

async function keep(kind: 'sqlite' | 'postgresql', migrations: NamedMigration[], orm: Orm, table: string) {
  const statements = [table];
  for (const { name, class: Migration } of migrations.filter((each) => each.name <= last)) {
    const migration = new Migration(orm.em.getDriver() as never, orm.config);
    await migration.up();
    statements.push(...migration.getQueries().map(String), `insert into migrations (name) values ('${name}')`);
    if (name === migrations[0]!.name) statements.push(...firstRows(kind));
  }
  await orm.close(true);
  const path = join(import.meta.dirname, `fixtures/${last}.${kind}.sql`);
  writeFileSync(path, statements.map((statement) => `${statement.trim().replace(/;$/, '')};\n`).join(''));
  console.log(`${path}: ${statements.length} statements`);
}
