import { Script } from 'node:vm';
import { useAsset } from '../../src/assets.ts';

/** The bundled program. */
export const PROGRAM = 'parley.js';

/** The program, compiled when its functions are first called, unless `cachedData` has them. */
export function programScript(cachedData?: Uint8Array): Script {
  // The text is ASCII. It is not decoded as UTF-8, which takes longer.
  const text = useAsset(PROGRAM, (bytes) => Buffer.from(bytes.buffer).toString('latin1'));
  return new Script(text, { filename: PROGRAM, ...(cachedData && { cachedData }) });
}

/** The program with the functions in the file `compiled`, unless another version of V8 compiled them. */
export function compiledScript(compiled: string): Script {
  return useAsset(compiled, programScript);
}

/** Runs the program, which is a function of `require`. */
export function runProgram(script: Script): void {
  const program = script.runInThisContext() as (load: NodeJS.Require) => void;
  program(require);
}
