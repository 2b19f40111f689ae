import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import type { Access } from '../access.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { postgresTypes } from './postgres-types.ts';
import { firstAnswer } from './pooler/first-answer.ts';
import { NamedStatements } from './pooler/named-statements.ts';
import { RowReaders } from './row-readers.ts';
import { ServerProbe } from './server-probe.ts';
import { traceClient } from './trace-statements.ts';
import type { OwnDialect } from './transaction-driver.ts';
import { isSwitchedOff } from '../../switches.ts';

/** Idle time after which TCP keep-alive probes the server's machine; the system gives up ten seconds later. */
const SILENCE_MS = 5000;

/**
 * The Kysely dialect for the PostgreSQL database at `url`, with at most `poolSize` connections, opened when needed.
 * With `namesStatements`, prepared queries are sent by name, and planned once for each connection.
 */
export function postgresDialect(
  { url, poolSize, namesStatements = false }: { url: string; poolSize: number; namesStatements?: boolean },
  access: Access,
): OwnDialect {
  // A test sets the variable to have each statement wait.
  const pipelines = !isSwitchedOff('PARLEY_TEST_NO_PIPELINE');
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: access.waitMs,
    pipeline: pipelines,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
    types: postgresTypes,
    onConnect: (client) => firstAnswer(client, access.waitMs),
  });
  // The pool removes idle connections that break, and a broken connection in use fails its statement. Without
  // listeners, both events would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const { onStatement } = access;
  if (onStatement) pool.on('connect', (client) => traceClient(client, onStatement));
  const driver = new PostgresDriver(pool, {
    access,
    probe: new ServerProbe(url),
    readers: new RowReaders(postgresTypes),
    // A test sets the variable to have each statement planned anew.
    names: new NamedStatements(
      namesStatements && !isSwitchedOff('PARLEY_TEST_NO_PREPARED_STATEMENTS'),
      access.onNamesRefused,
    ),
    pipelines,
  });
  return {
    driver,
    touches: null,
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}
