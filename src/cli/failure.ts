/** Exit codes: done, failed, not understood. */
export const DONE = 0;
export const FAILED = 1;
export const MISUSED = 2;

/** Why a command failed: one line for people, with what to do about it. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, options: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'Failure';
    this.exitCode = options.exitCode ?? FAILED;
  }
}

/** A failure because of an invalid command line or setting. */
export function misuse(message: string, cause?: unknown): Failure {
  return new Failure(message, { exitCode: MISUSED, cause });
}
