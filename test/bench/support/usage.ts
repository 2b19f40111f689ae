import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used since its start: microseconds of processor time, of all its threads, and bytes that it wrote to disk. */
export type Usage = { cpuUs: number; written: number };

/** Linux counts processor time in such steps; a row that takes a second is exact to a hundredth. */
const US_PER_TICK = 10_000;

export function readUsage(pid: number): Usage {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  return { cpuUs: readCpuUs(pid), written: Number(/^write_bytes: (\d+)/m.exec(io)?.[1]) };
}

/** Microseconds of processor time that all threads of the process have used. */
export function readCpuUs(pid: number): number {
  return readTicks(pid).own * US_PER_TICK;
}

/** The same, with that of the processes that it has started: those that run, and those that have ended. */
export function readFamilyCpuUs(pid: number): number {
  const { own, ofEnded } = readTicks(pid);
  return (own + ofEnded) * US_PER_TICK + childrenOf(pid).reduce((all, child) => all + cpuOfChild(child), 0);
}

function readTicks(pid: number): { own: number; ofEnded: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the process, in parentheses, may have spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15);
  return { own: user + system, ofEnded: userOfEnded + systemOfEnded };
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** 0 when it has just ended. */
function cpuOfChild(pid: number): number {
  try {
    return readCpuUs(pid);
  } catch {
    return 0;
  }
}
