import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Program } from './processes.ts';

/**
 * A copy of the program in the folder. Of a file that was just built, Linux may map 2 MB where a few bytes are needed, and
 * count them as the memory of the process; of a copy, such as every installation has, it does not.
 */
export function install(program: Program, folder: string): Program {
  const command = join(folder, 'installed', basename(program.command));
  mkdirSync(join(folder, 'installed'), { recursive: true });
  copyFileSync(program.command, command);
  return { ...program, command };
}
