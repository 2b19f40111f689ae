import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../database.ts';

/** What gives a program a terminal; every Linux with util-linux has it. */
const SCRIPT = '/usr/bin/script';
const PROGRAM = join(import.meta.dirname, '../../../bin/parley.js');

export const hasTerminal = existsSync(SCRIPT);

/** A program in a terminal of 80 columns. */
export type InTerminal = {
  child: ChildProcess;
  /** All that it has written. */
  output(): string;
};

/** Starts the program from its sources in a terminal, with its data in `place`. */
export function startInTerminal(args: string[], place: Place, env: Record<string, string> = {}): InTerminal {
  const command = `stty cols 80 && exec ${process.execPath} ${PROGRAM} ${args.join(' ')}`;
  const child = spawn(SCRIPT, ['-qfec', command, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      TERM: 'xterm-256color',
      PARLEY_DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { PARLEY_DATABASE_URL: place.databaseUrl }),
      ...env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}
