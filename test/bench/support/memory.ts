import { readFileSync } from 'node:fs';

/** Megabytes that a process holds: its own, and pages of files, mostly of the program itself. */
export type Memory = { own: number; files: number };

export function memoryOf(pid: number): Memory {
  const megabytes = readStatus(pid);
  return { own: megabytes('RssAnon'), files: megabytes('RssFile') };
}

/** The most megabytes that a process has held; 0 when it has ended. */
export function mostMemoryOf(pid: number): number {
  try {
    return readStatus(pid)('VmHWM') || 0;
  } catch {
    return 0;
  }
}

function readStatus(pid: number): (what: string) => number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (what) => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}
