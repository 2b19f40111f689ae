import type { Command } from 'commander';
import { globalOptions } from './options.ts';

/** Control characters of terminals, and marks that change the direction of text; not the end of a line. */
const OBEYED = /[^\P{Cc}\n]|[\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Prints the answer of `command` on standard output: `document` with --json, otherwise `text`, without what a terminal would obey:
 * names in it are others' choice.
 */
export function answer(command: Command, document: unknown, text: string): void {
  const indent = process.stdout.isTTY ? 2 : 0;
  const shown = globalOptions(command).json
    ? JSON.stringify(document, null, indent).replaceAll(OBEYED, escaped)
    : text.replaceAll(OBEYED, ' ');
  process.stdout.write(`${shown}\n`);
}

/** The same text on one line, for what stands in a list: a name with an end of a line would look like two entries. */
export function onOneLine(text: string): string {
  return text.replaceAll(OBEYED, ' ').replaceAll('\n', ' ');
}

/** As JSON may have any character. */
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
