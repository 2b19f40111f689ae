import { applyMigrations } from '../../db/migrate.ts';
import type { NamedMigration } from '../../db/migrations/named-migration.ts';
import { requireSupportedDatabase } from '../../db/supported-database.ts';
import type { Orm } from '../../db/orm.ts';
import { BackupError, type DatabaseKind, type Header } from '../format.ts';

/**
 * Gives the empty database the schema that the backup has. The lists of the two kinds of database differ a little; names sort in
 * the order of application in both.
 * @throws BackupError when a newer Parley has made the backup
 */
export async function migrateTo(orm: Orm, { database, migrations, version }: Header): Promise<void> {
  await requireSupportedDatabase(orm);
  const known = await namesOf(database);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `the backup was made by a newer Parley (${version}, with ${unknown.join(', ')}): install that version`,
    );
  }
  const last = migrations.toSorted().at(-1) ?? '';
  const own = (orm.config.get('migrations').migrationsList ?? []) as NamedMigration[];
  const to = own.findLast(({ name }) => name <= last);
  if (to) await applyMigrations(orm, to.name);
}

async function namesOf(kind: DatabaseKind): Promise<string[]> {
  const list =
    kind === 'sqlite'
      ? (await import('../../db/migrations/sqlite/all.ts')).sqliteMigrations
      : (await import('../../db/migrations/postgresql/all.ts')).postgresMigrations;
  return list.map(({ name }) => name);
}
