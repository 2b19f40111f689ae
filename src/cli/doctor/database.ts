import { openTx } from '../../db/tx.ts';
import { existsSync, statSync } from 'node:fs';
import { sql } from 'kysely';
import { type Orm } from '../../db/orm.ts';
import { findDatabaseProblem } from '../../db/supported-database.ts';
import { type Check, failed, type Outcome, ok, warning } from '../../checks.ts';
import { BEGIN, type DoctorContext, sqliteFileOf } from './context.ts';

const MB = 1e6;
/** A write-ahead log this large slows every read. */
const LARGE_LOG_BYTES = 256 * MB;
/** A larger file takes too long to check. */
const MOST_TO_READ_BYTES = 2000 * MB;

/**
 * Checks that the database can be reached, and that it is intact (SQLite, up to 2 GB) or of a supported version and
 * encoding (PostgreSQL).
 */
export const databaseCheck = ({ config, orm }: DoctorContext): Check => ({
  name: 'database',
  async look() {
    const file = sqliteFileOf(config);
    if (file !== null && !existsSync(file)) return failed(`there is no database ${file} yet`, BEGIN);
    return file === null ? lookAtPostgres(await orm()) : lookAtSqlite(await orm(), file);
  },
});

async function lookAtSqlite(orm: Orm, file: string): Promise<Outcome> {
  const { size } = statSync(file);
  const isRead = size <= MOST_TO_READ_BYTES;
  const damage = isRead ? await damageOf(orm) : null;
  if (damage !== null) return failed(`${file} is damaged (${damage})`, 'stop the server and put a backup in its place');
  const mode = await valueOf(orm, 'pragma journal_mode');
  if (mode !== 'wal') {
    return warning(`${file} is in journal mode ${mode}`, 'keep it on a disk of this machine, not a share');
  }
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (log > LARGE_LOG_BYTES) {
    return warning(
      `${file}-wal has grown to ${megabytes(log)}`,
      'end programs that keep the database open, such as sqlite3',
    );
  }
  const integrity = isRead ? 'sound' : 'too large to be looked through here';
  return ok(`SQLite, ${megabytes(size)}, ${integrity}`);
}

/** The first damage that SQLite finds; null = none. */
async function damageOf(orm: Orm): Promise<string | null> {
  try {
    const result = await valueOf(orm, 'pragma quick_check(1)');
    const [first = result] = result.split('\n', 1);
    return result === 'ok' ? null : first;
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith('SQLITE_CORRUPT')) return (error as Error).message;
    throw error;
  }
}

async function lookAtPostgres(orm: Orm): Promise<Outcome> {
  const problem = await findDatabaseProblem(orm);
  if (problem) return failed(problem.problem, problem.remedy);
  return ok(`PostgreSQL ${await valueOf(orm, 'show server_version')} answers`);
}

/** The only value of a statement's first row. */
async function valueOf(orm: Orm, statement: string): Promise<string> {
  const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(openTx(orm).db);
  return String(Object.values(rows[0] ?? {})[0]);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MB)} MB`;
}
