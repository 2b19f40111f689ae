import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'shifted-clock.mjs')).href;

/** The wall clock of a program that is started with `env`. */
export type ShiftedClock = {
  env: Record<string, string>;
  /** Sets it so many milliseconds off the machine's; seen within a moment. */
  shift(ms: number): void;
  remove(): void;
};

export function givenShiftedClock(): ShiftedClock {
  const folder = mkdtempSync(join(tmpdir(), 'parley-clock-'));
  const file = join(folder, 'offset');
  const shift = (ms: number) => {
    // Appears whole, whenever it is read.
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file);
  };
  shift(0);
  return {
    env: { NODE_OPTIONS: `--import=${PRELOAD}`, TEST_CLOCK_FILE: file },
    shift,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
