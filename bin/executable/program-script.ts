import { getRawAsset } from 'node:sea';
import { Script } from 'node:vm';

/** The executable's asset with the bundled program. */
export const PROGRAM = 'parley.js';

/**
 * The program, with those of its functions that `compiled` has, unless another version of V8 compiled them. Without
 * it, each is compiled when it is first called.
 */
export function programScript(compiled?: Uint8Array): Script {
  // The text is ASCII. It is not decoded as UTF-8, which takes longer.
  const text = Buffer.from(getRawAsset(PROGRAM)).toString('latin1');
  return new Script(text, { filename: PROGRAM, ...(compiled && { cachedData: compiled }) });
}

/** Runs the program, which is a function of `require`. */
export function runProgram(script: Script): void {
  const program = script.runInThisContext() as (load: NodeJS.Require) => void;
  program(require);
}
