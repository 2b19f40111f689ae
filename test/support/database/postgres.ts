import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { embeddedPostgres } from './embedded-postgres.ts';

/** A PostgreSQL server that runs until `stop`. */
export type PostgresServer = {
  /** Where to make databases: postgres://user:password@host:port */
  url: string;
  /** The folder of its Unix socket; null = not known. */
  socketFolder: string | null;
  stop(): Promise<void>;
};

/** A server that only one test uses. */
export type OwnPostgres = PostgresServer & {
  /** The user it runs as, who must own the folders of its tablespaces. */
  owner: { uid: number; gid: number };
  /** Ends it: "fast" ends its sessions in order, "immediate" is a crash, from which the next start recovers. */
  shutDown(how: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
};

const PASSWORD = 'parley';
/** The tests kill processes, not machines: what they write need not survive a power cut. Nothing copies the log either. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
  'max_connections=300',
];
const MEMORY = '/dev/shm';
/** Several times what a run needs. */
const ENOUGH_BYTES = 4 * 1024 ** 3;
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** The server that PARLEY_TEST_POSTGRES_URL names, or one started for the tests from the npm package. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['PARLEY_TEST_POSTGRES_URL'];
  if (given) return { url: given.replace(/\/[^/]*$/, ''), socketFolder: null, stop: async () => {} };
  return startOwnPostgres(folderInMemory());
}

/** Where files are in memory, if there is room for those of the run: making and dropping a database costs a third less there. */
function folderInMemory(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : undefined;
}

/**
 * Starts a server from the npm package, with its files in a folder of its own below `folder` that `stop` removes; `packages` is the
 * folder of packages, the project's unless given.
 */
export async function startOwnPostgres(folder = tmpdir(), packages?: string): Promise<OwnPostgres> {
  const EmbeddedPostgres = await embeddedPostgres(tmpdir(), packages);
  const databaseDir = mkdtempSync(join(folder, 'parley-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    // initdb refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // The same on every machine, no matter which locales it has. A password is hashed once; the usual 4096 times are a third of the
    // work of each connection.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    postgresFlags: [...SETTINGS, `unix_socket_directories=${databaseDir}`].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}`,
    socketFolder: databaseDir,
    owner: statSync(databaseDir),
    async shutDown(how) {
      const pid = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, SIGNALS[how]);
      await eventually(
        () => isRunning(pid),
        (running) => !running,
      );
    },
    start: () => server.start(),
    async stop() {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A TCP port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
