import { type ConnectionProvider, type DatabaseConnection, DefaultQueryExecutor, Kysely } from 'kysely';
import type { Db, Execute, Tables } from './database.ts';
import { type OwnDialect, refuseStreaming } from './drivers/transaction-driver.ts';

/**
 * Kysely with all its statements run by `execute`. Unlike with its `SingleConnectionProvider`, they do not wait for each
 * other: that is up to the connection.
 */
export function kyselyOn(dialect: OwnDialect, execute: Execute): Db {
  const connection: DatabaseConnection = { executeQuery: execute, streamQuery: refuseStreaming };
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider);
  return new Kysely<Tables>({ config: { dialect }, driver: dialect.driver, dialect, executor });
}
