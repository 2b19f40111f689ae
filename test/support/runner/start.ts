import { createRequire } from 'node:module';
import { join } from 'node:path';
import { asksForChanged, changedArguments } from './changed/arguments.ts';

// Runs Jest with the arguments of `npm test`. `--changed` and `--changed=REF` make them name the suites that a change can touch.

const ROOT = join(import.meta.dirname, '../../..');

const given = process.argv.slice(2);
const args = asksForChanged(given) ? chosen() : given;
if (args) {
  process.argv.splice(2, Infinity, ...args);
  createRequire(import.meta.url)('../../../node_modules/jest/bin/jest.js');
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
