import { type EntityMetadata, type EntityProperty, MikroORM, type Options, types } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Access } from './access.ts';
import type { OnStatement } from './drivers/trace-statements.ts';
import type { OwnDialect } from './drivers/transaction-driver.ts';
import type { BusyTime } from './busy-time.ts';
import { FaultWatch } from './watch/fault-watch.ts';
import { KeptRows } from './kept/kept-rows.ts';
import { VersionedTexts } from './kept/versioned-texts.ts';
import { WatchedTexts } from './kept/watched-texts.ts';
import type { NamedMigration } from './migrations/named-migration.ts';
import type { Installation } from './installation.ts';
import type { Database } from './database.ts';
import { isSwitchedOff } from '../switches.ts';

/** Which database: a SQLite file, or a PostgreSQL server. */
export type DatabaseSettings = { file: string; nativeBinding?: string | undefined } | PostgresSettings;

type PostgresSettings = {
  url: string;
  poolSize: number;
  /** Whether prepared queries are sent by name, which the server then plans once for each connection; false unless given. */
  namesStatements?: boolean;
};

export type Orm = MikroORM & { em: SqlEntityManager; installation: Installation; database: Database };

/** How long a request waits for the database before it is answered with an error. */
const REQUEST_WAIT_MS = 4000;

export type OrmOptions = {
  /** Called after each transaction, with what is told of it (`Tx.tellAfterCommit`). */
  onCommit?: (told: readonly string[]) => void;
  /** Notes the faults of operations that fail. */
  faults?: FaultWatch;
  /** Adds up how long connections are in use. */
  busy?: BusyTime;
  /** Milliseconds that an operation waits for a connection and for locks held by others. */
  waitMs?: number | undefined;
  /** Called once where statements cannot be sent to PostgreSQL by name, because of a pooler. */
  onNamesRefused?: () => void;
  /** False = what is written to a SQLite file need not survive a power cut, as in tests. */
  syncs?: boolean | undefined;
  /** Called after each statement; null = statements are not watched, which costs nothing. */
  onStatement?: OnStatement | null;
  /**
   * The tables that the schema generator compares the database with; none unless given. Nothing else needs them at run
   * time, and having MikroORM read them takes 80 ms of CPU.
   */
  entities?: Options['entities'];
};

/** The tables of the search index, including the shadow tables that SQLite makes. */
const SEARCH_TABLES = [/^(message|contact|article)_search/];

/**
 * Opens a SQLite file; for PostgreSQL it only makes the pool, which connects at the first query. The schema is not
 * touched.
 * @throws Error when the SQLite file cannot be opened
 */
export async function openOrm(
  settings: DatabaseSettings,
  installation: Installation,
  {
    onCommit = () => {},
    faults = new FaultWatch(),
    busy = { ms: 0 },
    waitMs = REQUEST_WAIT_MS,
    onNamesRefused = () => {},
    syncs = true,
    onStatement = null,
    entities = [],
  }: OrmOptions = {},
): Promise<Orm> {
  const access = { faults, busy, waitMs, onNamesRefused, syncs, onStatement };
  const options = 'file' in settings ? await sqliteOptions(settings, access) : await postgresOptions(settings, access);
  const orm = await MikroORM.init({
    ...options,
    entities,
    discovery: { warnWhenNoEntities: false, onMetadata: 'url' in settings ? sortTextByBytes : undefined },
    extensions: [Migrator],
    // The search index uses features that differ between the databases; its migration creates it and its triggers.
    schemaGenerator: { skipTables: SEARCH_TABLES, ignoreTriggers: true, ignoreRoutines: true },
    debug: false,
    logger: () => {},
  } satisfies Partial<Options> as Partial<Options>);
  const { driver } = options.driverOptions;
  const execute: Database['execute'] = (query) => driver.execute(query);
  const database: Database = {
    dialect: options.driverOptions,
    installation,
    isPostgres: !('file' in settings),
    execute,
    executeAside: 'file' in settings ? (query) => driver.executeAside(query) : execute,
    texts: keptTexts(options.driverOptions),
    rows: keptRows(options.driverOptions),
    refusal: { fault: null },
    onCommit,
  };
  const end = orm.close.bind(orm);
  const close = async (force?: boolean) => {
    await end(force);
    // MikroORM ends the driver only if it has used it itself.
    await driver.destroy();
  };
  return Object.assign(orm, { installation, database, close }) as unknown as Orm;
}

/** A test sets the variable to see the same answers made anew each time. */
function keptTexts({ touches }: OwnDialect): Database['texts'] {
  if (isSwitchedOff('PARLEY_TEST_NO_KEPT_TEXTS')) return null;
  return touches === null ? new VersionedTexts() : new WatchedTexts(touches);
}

/** A test sets the variable to have all rows read each time. */
function keptRows({ touches }: OwnDialect): KeptRows | null {
  return touches === null || isSwitchedOff('PARLEY_TEST_NO_KEPT_ROWS') ? null : new KeptRows(touches);
}

async function sqliteOptions(settings: { file: string; nativeBinding?: string | undefined }, access: Access) {
  const { SqliteDriver } = await import('@mikro-orm/sqlite');
  const { sqliteDialect } = await import('./drivers/sqlite.ts');
  const { sqliteMigrations } = await import('./migrations/sqlite/all.ts');
  if (settings.file !== ':memory:') mkdirSync(dirname(settings.file), { recursive: true });

  return {
    driver: SqliteDriver,
    dbName: settings.file,
    driverOptions: sqliteDialect(settings.file, access, settings.nativeBinding),
    migrations: migrationsOf(sqliteMigrations),
  };
}

async function postgresOptions(settings: PostgresSettings, access: Access) {
  const { PostgreSqlDriver } = await import('@mikro-orm/postgresql');
  const { postgresDialect } = await import('./drivers/postgres.ts');
  const { postgresMigrations } = await import('./migrations/postgresql/all.ts');

  return {
    driver: PostgreSqlDriver,
    clientUrl: settings.url,
    driverOptions: postgresDialect(settings, access),
    migrations: migrationsOf(postgresMigrations),
  };
}

/** All that are pending in one transaction, a savepoint each, from this list rather than from a folder. */
function migrationsOf(migrations: NamedMigration[]) {
  return { migrationsList: migrations, tableName: 'migrations', transactional: true, snapshot: false };
}

/** SQLite compares text by bytes, PostgreSQL by the rules of a language unless the collation is "C". */
function sortTextByBytes(meta: EntityMetadata): void {
  for (const property of Object.values(meta.properties) as EntityProperty[]) {
    if (TEXTS.has(property.type)) property.collation = 'C';
  }
}

const TEXTS = new Set<unknown>([types.string, types.text]);
