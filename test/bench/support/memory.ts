import { readFileSync } from 'node:fs';

/** Megabytes that a process holds: its own, and pages of files, mostly of the program itself. */
export type Memory = { own: number; files: number };

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (what: string) => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { own: megabytes('RssAnon'), files: megabytes('RssFile') };
}
