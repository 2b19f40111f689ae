import { readFileSync } from 'node:fs';

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
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the process, in parentheses, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * US_PER_TICK;
}
