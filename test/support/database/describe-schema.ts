import Database from 'better-sqlite3';
import { sqliteMigrations } from '../../../src/db/migrations/sqlite/all.ts';
import { openOrm } from '../../../src/db/orm.ts';
import { EMPTY_INSTALLATION } from './empty-installation.ts';

/**
 * The text of src/db/migrations/sqlite/schema.sql, by applying all migrations to the new SQLite file `path`.
 * @throws Error when a statement has a blank line, which would end it
 */
export async function describeSchema(path: string): Promise<string> {
  const orm = await openOrm({ file: path }, EMPTY_INSTALLATION, { syncs: false });
  await orm.migrator.up();
  await orm.close(true);

  const database = new Database(path, { readonly: true });
  try {
    const statements = [...definitions(database), ...rowsOf(database), namesOfMigrations()];
    const cut = statements.find((statement) => statement.includes('\n\n'));
    if (cut !== undefined) throw new Error(`a migration makes something with a blank line: ${cut}`);
    return statements.map((statement) => `${statement}\n`).join('\n');
  } finally {
    database.close();
  }
}

/** What MikroORM and SQLite make themselves. */
const NOT_OURS = `name = 'migrations' or name like 'sqlite\\_%' escape '\\'`;
/** The tables behind a virtual table, which SQLite makes with it. */
const BEHIND_VIRTUAL = `name in (select name from pragma_table_list where type = 'shadow')`;

function definitions(database: Database.Database): string[] {
  return database
    .prepare<[], string>(
      `select sql from sqlite_schema where sql is not null and not (${NOT_OURS}) and not (${BEHIND_VIRTUAL}) order by rowid`,
    )
    .pluck()
    .all();
}

/**
 * What inserts the rows of the migrations: those of tables, and the settings of indexes of words. Every installation gets the
 * same: a migration that writes a time or a random value into an empty database cannot be part of it.
 */
function rowsOf(database: Database.Database): string[] {
  const tables = database
    .prepare<[], { name: string; type: string }>(
      `select name, type from pragma_table_list where schema = 'main' and type in ('table', 'virtual') and not (${NOT_OURS}) order by name`,
    )
    .all();
  return tables.flatMap(({ name, type }) =>
    type === 'virtual' ? settingsOfWords(database, name) : rowsOfTable(database, name),
  );
}

function rowsOfTable(database: Database.Database, table: string): string[] {
  const columns = database.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table);
  const literals = columns.map((column) => `quote("${column}")`).join(` || ', ' || `);
  const rows = database.prepare<[], string>(`select ${literals} from "${table}"`).pluck().all();
  return rows.map((values) => `insert into ${table} (${columns.join(', ')}) values (${values})`);
}

function settingsOfWords(database: Database.Database, table: string): string[] {
  return database
    .prepare<[], string>(`select quote(k) || ', ' || quote(v) from ${table}_config where k <> 'version'`)
    .pluck()
    .all()
    .map((values) => `insert into ${table} (${table}, rank) values (${values})`);
}

function namesOfMigrations(): string {
  const names = sqliteMigrations.map(({ name }) => `  ('${name}')`);
  return `insert into migrations (name) values\n${names.join(',\n')}`;
}
