import type { Command } from 'commander';
import { globalOptions } from './options.ts';

/** Prints the answer of `command` on standard output: `document` with --json, otherwise `text`. */
export function answer(command: Command, document: unknown, text: string): void {
  const indent = process.stdout.isTTY ? 2 : 0;
  process.stdout.write(`${globalOptions(command).json ? JSON.stringify(document, null, indent) : text}\n`);
}
