import { onServer, POSTGRES_TEMPLATE } from '../database.ts';
import { startPostgres } from '../database/postgres.ts';
import { atTheEnd, makeTables, useOwnFolder } from './test-run.ts';

/** Prepares a run of suites on PostgreSQL: a server with a migrated template; workers read its address from PARLEY_TEST_SERVER. */
export default async function setUp(): Promise<void> {
  useOwnFolder();
  const server = await startPostgres();
  atTheEnd(() => server.stop());
  process.env['PARLEY_TEST_SERVER'] = server.url;
  process.env['PARLEY_TEST_SOCKETS'] = server.socketFolder ?? '';
  await onServer(`drop database if exists ${POSTGRES_TEMPLATE} with (force)`);
  await onServer(`create database ${POSTGRES_TEMPLATE}`);
  await makeTables({ url: `${server.url}/${POSTGRES_TEMPLATE}`, poolSize: 1 });
}
