import { type Driven, drive, type Load } from './drive.ts';
import type { Server } from './processes.ts';
import type { Postgres } from './postgres.ts';
import { readCpuUs, readUsage, type Usage } from './usage.ts';
import type { Turn } from './watch-loop.ts';
import { longestTurn } from './watched.ts';

/** Of one round. */
export type Figures = Driven & {
  /** Microseconds of processor time of a request. */
  cpuUs: number;
  /** The same, of PostgreSQL; 0 on SQLite. */
  databaseCpuUs: number;
  /** Bytes that a request wrote to disk, or to PostgreSQL's write-ahead log. */
  written: number;
  /** The longest turns of the event loop; null = it is not watched. */
  turn: Turn | null;
};

/** What is done after writing, such as indexing for the search, begins within a second. */
const QUIET_MS = 1200;
const QUIET_CPU_US = 30_000;
/** The longest that a server may go on working, for example on deliveries. */
const MOST_MS = 30_000;

/**
 * Drives the server, and divides what it used, and what its PostgreSQL did, by the requests that it answered. What it does
 * afterwards counts, too.
 */
export async function measure(server: Server, token: string, load: Load, postgres?: Postgres): Promise<Figures> {
  await longestTurn(server);
  const [before, ofDatabase] = [readUsage(server.pid), (await postgres?.usage()) ?? NOTHING];
  const driven = await drive(server.url, token, load);
  if (load.requests.some(({ method }) => method === 'POST')) await untilQuiet(server.pid);
  const used = since(before, readUsage(server.pid));
  const usedByDatabase = since(ofDatabase, (await postgres?.usage()) ?? NOTHING);
  return {
    ...driven,
    cpuUs: used.cpuUs / driven.answered,
    databaseCpuUs: usedByDatabase.cpuUs / driven.answered,
    written: (used.written + usedByDatabase.written) / driven.answered,
    turn: await longestTurn(server),
  };
}

const NOTHING: Usage = { cpuUs: 0, written: 0 };

const since = (before: Usage, now: Usage): Usage => ({
  cpuUs: now.cpuUs - before.cpuUs,
  written: now.written - before.written,
});

/** Waits until the process has hardly anything to do any more, but not for longer than `MOST_MS`. */
export async function untilQuiet(pid: number): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += QUIET_MS) {
    const before = readCpuUs(pid);
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    if (readCpuUs(pid) - before <= QUIET_CPU_US) return;
  }
}
