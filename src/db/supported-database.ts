import { openTx } from './tx.ts';
import { sql } from 'kysely';
import { onlyRow } from './prepared.ts';
import { type Orm } from './orm.ts';

const OLDEST_POSTGRES = 140_000;

/** Why a database cannot be used, and what to do about it. */
export type DatabaseProblem = { problem: string; remedy: string };

/** The database works, but not with this version of Parley: going on could lose data. */
export class UnsupportedDatabaseError extends Error {
  // The name of the class is a short one in the executable.
  override name = 'UnsupportedDatabaseError';
}

/**
 * The problem of a PostgreSQL database's version or encoding; null = none, as always with SQLite.
 * @throws Error when the database cannot be reached
 */
export async function findDatabaseProblem(orm: Orm): Promise<DatabaseProblem | null> {
  if (!openTx(orm).isPostgres) return null;
  const { rows } = await sql<{ number: number; version: string; encoding: string }>`select
      current_setting('server_version_num')::int as "number",
      current_setting('server_version') as "version",
      current_setting('server_encoding') as "encoding"`.execute(openTx(orm).db);
  const server = onlyRow(rows);
  if (server.number < OLDEST_POSTGRES) {
    return { problem: `PostgreSQL ${server.version} is too old`, remedy: 'move to PostgreSQL 14 or later' };
  }
  // With other encodings, length limits count bytes instead of characters, or characters are missing.
  if (server.encoding !== 'UTF8') {
    return {
      problem: `the database's encoding is ${server.encoding}, not UTF8`,
      remedy:
        'make one with "createdb --encoding=UTF8 --locale=C --template=template0 NAME" and name it in database.url',
    };
  }
  return null;
}

/** @throws UnsupportedDatabaseError when the database cannot be used as it is */
export async function requireSupportedDatabase(orm: Orm): Promise<void> {
  const problem = await findDatabaseProblem(orm);
  if (problem) throw new UnsupportedDatabaseError(`${problem.problem}: ${problem.remedy}`);
}
