import { type Driven, drive, type Load } from './drive.ts';
import type { Server } from './processes.ts';
import { readCpuUs, readUsage } from './usage.ts';
import type { Turn } from './watch-loop.ts';
import { longestTurn } from './watched.ts';

/**
 * Of one round: processor time in microseconds, and bytes written to disk, of each request; and the longest turn of the
 * event loop, null where it is not watched.
 */
export type Figures = Driven & { cpuUs: number; written: number; turn: Turn | null };

/** What is done after writing, such as indexing for the search, begins within a second. */
const QUIET_MS = 1200;
const QUIET_CPU_US = 30_000;
/** The longest that a server may go on working, for example on deliveries. */
const MOST_MS = 30_000;

/** Drives the server, and divides what it used by the requests that it answered. What it does afterwards counts, too. */
export async function measure(server: Server, token: string, load: Load): Promise<Figures> {
  await longestTurn(server);
  const before = readUsage(server.pid);
  const driven = await drive(server.url, token, load);
  if (load.requests.some(({ method }) => method === 'POST')) await untilQuiet(server.pid);
  const after = readUsage(server.pid);
  return {
    ...driven,
    cpuUs: (after.cpuUs - before.cpuUs) / driven.answered,
    written: (after.written - before.written) / driven.answered,
    turn: await longestTurn(server),
  };
}

async function untilQuiet(pid: number): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += QUIET_MS) {
    const before = readCpuUs(pid);
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    if (readCpuUs(pid) - before <= QUIET_CPU_US) return;
  }
}
