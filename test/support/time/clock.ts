import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'moved-date.ts')).href;

/** The wall clock of the programs that are started with `env`, such as `serveParley(place, clock.env)`. */
export type Clock = {
  env: Record<string, string>;
  /** Sets it so many milliseconds ahead of the machine's, or behind for a number below 0. */
  set(offsetMs: number): void;
  remove(): void;
};

/** A clock that shows the machine's time until it is set; `remove` deletes its file. */
export function givenClock(): Clock {
  const folder = mkdtempSync(join(tmpdir(), 'parley-clock-'));
  const file = join(folder, 'offset');
  // Always of one length, and written over: a process that reads meanwhile has the old one or the new one.
  const set = (offsetMs: number) => writeFileSync(file, String(offsetMs).padStart(32), { flag: 'r+' });
  writeFileSync(file, '');
  set(0);
  return {
    env: { NODE_OPTIONS: `--import=${PRELOAD}`, PARLEY_TEST_CLOCK: file },
    set,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
