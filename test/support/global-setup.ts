import pg from 'pg';
import { openOrm } from '../../src/db/orm.ts';
import { openVault } from '../../src/db/vault.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

/** The migrated database that each test's own is copied from. */
export const TEMPLATE = 'parley_template';

/** One PostgreSQL for the whole run; workers find it in their environment. */
export default async function setUp(): Promise<void> {
  const server = await startPostgres();
  (globalThis as { postgresServer?: PostgresServer }).postgresServer = server;
  process.env['PARLEY_TEST_SERVER'] = server.url;

  const client = new pg.Client(`${server.url}/postgres`);
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const installation = {
    publicUrl: '',
    vault: openVault(''),
    allowedNetworks: [],
    limits: { inboxes: 0, agents: 0, messagesPerMinute: 0 },
  };
  const orm = await openOrm({ url: `${server.url}/${TEMPLATE}`, poolSize: 1 }, installation);
  await orm.migrator.up();
  await orm.close(true);
}
