import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Access } from '../access.ts';
import { AsideReads } from '../aside/aside-reads.ts';
import { AsideThread } from '../aside/aside-thread.ts';
import { AsideWrites } from '../aside/aside-writes.ts';
import { Checkpoints } from '../aside/checkpoints.ts';
import { SqliteDriver } from './sqlite-driver.ts';
import { SqliteFile } from './sqlite-file.ts';
import { traceFile, traceThread } from './trace-statements.ts';
import type { OwnDialect } from './transaction-driver.ts';
import { isSwitchedOff } from '../../switches.ts';

/**
 * The Kysely dialect for the SQLite file at `path`, or for a database in memory (":memory:").
 * @throws Error when it cannot be opened
 */
export function sqliteDialect(path: string, access: Access, nativeBinding?: string): OwnDialect {
  const { onStatement } = access;
  const makeThread = () => {
    const thread = hasThread(path) ? new AsideThread(path, nativeBinding) : null;
    if (thread && onStatement) traceThread(thread, onStatement);
    return thread;
  };
  // One for each: transactions may wait for a checkpoint, and neither that nor a write must wait for a long read.
  const [forReads, forWrites, forCheckpoints] = [makeThread(), makeThread(), makeThread()];
  const file = new SqliteFile(path, { nativeBinding, hasCheckpoints: forCheckpoints !== null, syncs: access.syncs });
  if (onStatement) traceFile(file, onStatement);
  const checkpoints = forCheckpoints && new Checkpoints(file, forCheckpoints);
  const aside = { reads: asideReads(file, forReads), writes: new AsideWrites(forWrites) };
  const driver = new SqliteDriver(file, access, aside, checkpoints);
  return {
    driver,
    touches: file.touches,
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new OneConnectionAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** A test sets the variable to have everything done on the usual connection. */
const hasThread = (path: string) => path !== ':memory:' && !isSwitchedOff('PARLEY_TEST_NO_COUNT_WORKER');

/** A test sets the variable to see the same answers read anew each time. */
function asideReads({ touches }: SqliteFile, thread: AsideThread | null): AsideReads {
  return new AsideReads(touches, thread, !isSwitchedOff('PARLEY_TEST_NO_KEPT_COUNTS'));
}

/** The driver gives the connection to one caller at a time itself, so Kysely need not. */
class OneConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
