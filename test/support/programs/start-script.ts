import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Finished } from '../parley.ts';
import { printedBy } from './printed-by.ts';

/** A started script of the repository, with what it has printed by now. */
export type Script = { child: ChildProcess; printed(): string; ended: Promise<Finished> };

/** Starts a script of `bin/` with Node.js. It inherits PATH, and no other variable of this process. */
export function startScript(path: string, args: readonly string[], env: Record<string, string> = {}): Script {
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  });
  const printed = printedBy(child);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...printed }));
  return { child, printed: () => printed.stdout + printed.stderr, ended };
}
