import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Finished } from '../parley.ts';

/** A started script of the repository, with what it has printed by now. */
export type Script = { child: ChildProcess; printed(): string; ended: Promise<Finished> };

/** Starts a script of `bin/` with Node.js. It inherits PATH, and no other variable of this process. */
export function startScript(path: string, args: readonly string[], env: Record<string, string> = {}): Script {
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, printed: () => stdout + stderr, ended };
}
