import { execFileSync } from 'node:child_process';
import type { Served } from '../parley.ts';

/** How large files of a process may become, as `ulimit -f` sets it. */
export type SizeLimit = {
  /** From now on, it can make no file longer than `bytes`. */
  set(bytes: number): void;
  lift(): void;
};

/** The limit of a server, which nobody has to be root to change. */
export function sizeLimitOf({ child }: Pick<Served, 'child'>): SizeLimit {
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`], { stdio: 'pipe' });
  return { set: (bytes) => void limit(bytes), lift: () => void limit('unlimited') };
}

/** Whether limits can be changed here: Linux has a program for it. */
export function canLimit(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
