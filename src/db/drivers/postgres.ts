import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import type { Access } from '../access.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { ServerProbe } from './server-probe.ts';

/** Silence after which the system asks whether the server's machine is still there; it gives up ten seconds later. */
const SILENCE_MS = 5000;
const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums come as numbers; dates and JSON as the driver gives them. */
const types = new pg.TypeOverrides();
types.setTypeParser(INT8, Number);
types.setTypeParser(NUMERIC, Number);

/** The PostgreSQL database at `url` as Kysely wants it, with at most `poolSize` connections, made when they are needed. */
export function postgresDialect(url: string, poolSize: number, access: Access): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: access.waitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
    types,
  });
  // A connection that breaks while nobody uses it has left the pool already; whoever uses one hears of it there.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    createDriver: () => new PostgresDriver(pool, access, new ServerProbe(url)),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}
