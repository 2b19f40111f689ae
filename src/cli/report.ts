import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import { AppError } from '../errors.ts';
import { DONE, Failure, FAILED, MISUSED } from './failure.ts';
import type { GlobalOptions } from './options.ts';

/** Prints why the program ends, in one line on standard error. Returns the exit code. */
export function report(error: unknown, { debug }: Pick<GlobalOptions, 'debug'>): number {
  // commander has printed the help or the version already.
  if (error instanceof CommanderError) return error.exitCode === DONE ? DONE : MISUSED;

  const { line, exitCode } = outcomeOf(error);
  process.stderr.write(
    `${styleText('red', 'parley:', { stream: process.stderr })} ${line.replaceAll(/\s*\n\s*/g, ' ')}\n`,
  );
  if (debug) console.error(error);
  return exitCode;
}

function outcomeOf(error: unknown): { line: string; exitCode: number } {
  if (error instanceof Failure) return { line: error.message, exitCode: error.exitCode };
  if (isConfigError(error)) return { line: error.message, exitCode: MISUSED };
  if (error instanceof AppError) return { line: error.detail ?? error.message, exitCode: FAILED };
  const text = error instanceof Error ? error.message || error.name : String(error);
  return { line: `${text} (--debug shows the whole error)`, exitCode: FAILED };
}

/** By name, so that the class's module need not be loaded. */
function isConfigError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ConfigError';
}
