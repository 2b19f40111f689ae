import { createRequire } from 'node:module';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { asksForChanged, changedArguments } from './changed/arguments.ts';

// Runs Jest with the arguments of `npm test`. `--changed` and `--changed=REF` make them name the suites that a change can touch.

const ROOT = join(import.meta.dirname, '../../..');

const CHOOSES_WORKERS = /^(-i|-w\b|--runInBand|--maxWorkers)/;
const GIGABYTE = 1024 ** 3;
/** With its browser and the processes that it starts. */
const MEMORY_OF_WORKER = 2 * GIGABYTE;

const given = process.argv.slice(2);
const args = asksForChanged(given) ? chosen() : given;
if (args) {
  process.argv.splice(2, Infinity, ...args, ...workersFor(args));
  createRequire(import.meta.url)('../../../node_modules/jest/bin/jest.js');
}

/** How many workers Jest starts where the arguments do not say it: more than processors, because suites wait half of their time. */
function workersFor(args: readonly string[]): string[] {
  if (args.some((arg) => CHOOSES_WORKERS.test(arg))) return [];
  const most = Math.floor(freemem() / MEMORY_OF_WORKER);
  return ['-w', String(Math.max(1, Math.min(2 * availableParallelism() + 1, most)))];
}

/** The arguments that name the suites; undefined where there is nothing to run, which it says. */
function chosen(): string[] | undefined {
  try {
    const { args, lines } = changedArguments(ROOT, given);
    console.log(lines.join('\n'));
    return args;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
    return undefined;
  }
}
