import { type Memory, memoryOf } from './support/memory.ts';
import { type Program, serve, stop, UNLIMITED } from './support/processes.ts';
import { median } from './support/rounds.ts';
import { printHead, printRow, whole } from './support/tables.ts';
import { readCpuUs } from './support/usage.ts';

/** Of one start: milliseconds until it is ready, those of processor time, and what it holds when it is idle. */
type Start = { ms: number; cpuMs: number; memory: Memory };

/** After which a process that is ready is idle: V8 gives back what the start has left some seconds after it (free-after-start.ts). */
export const SETTLE_MS = 10_000;

export function printStartHead(): void {
  printHead(['start', 'until ready', 'CPU', 'memory, idle', 'its own', 'of files']);
}

/** Starts the program `rounds` times, each time on the installation in the folder that `dataDir` gives, and prints the medians. */
export async function benchStart(what: string, program: Program, rounds: number, dataDir: (round: number) => string) {
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round += 1) starts.push(await start(program, dataDir(round)));
  const of = (read: (start: Start) => number) => whole(median(starts.map(read)));
  printRow([
    what,
    `${of(({ ms }) => ms)} ms`,
    `${of(({ cpuMs }) => cpuMs)} ms`,
    `${of(({ memory }) => memory.own + memory.files)} MB`,
    `${of(({ memory }) => memory.own)} MB`,
    `${of(({ memory }) => memory.files)} MB`,
  ]);
}

async function start(program: Program, dataDir: string): Promise<Start> {
  const started = performance.now();
  const server = await serve(program, { dataDir, env: UNLIMITED });
  const ms = performance.now() - started;
  const cpuMs = readCpuUs(server.pid) / 1000;
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const memory = memoryOf(server.pid);
  await stop(server);
  return { ms, cpuMs, memory };
}
