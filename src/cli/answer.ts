import type { Command } from 'commander';
import { globalOptions } from './options.ts';

/** Prints what `command` has to say on standard output: `document` under --json, else `text`. */
export function answer(command: Command, document: unknown, text: string): void {
  const indent = process.stdout.isTTY ? 2 : 0;
  process.stdout.write(`${globalOptions(command).json ? JSON.stringify(document, null, indent) : text}\n`);
}
