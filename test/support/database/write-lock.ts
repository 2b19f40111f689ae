import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Place } from '../database.ts';

const NODE = join(import.meta.dirname, '../../../node_modules/.bin/node');
const PROGRAM = join(import.meta.dirname, 'hold-write-lock.ts');

/** SQLite's write lock, held by another program. */
export type WriteLock = { release(): Promise<void> };

/**
 * Starts a program that takes SQLite's write lock of `place`, and waits until it has the lock.
 * @throws Error when it does not get it
 */
export async function holdWriteLock(place: Place): Promise<WriteLock> {
  const child = spawn(NODE, [PROGRAM, join(place.dataDir, 'parley.db')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null) throw new Error('the other program did not get the lock');
  return {
    async release() {
      child.stdin.end();
      await ended;
    },
  };
}
