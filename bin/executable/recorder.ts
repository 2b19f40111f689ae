import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledFor } from './compiled-for.ts';
import { programScript, runProgram } from './program-script.ts';

/** Runs the program for the build, and at its end writes what V8 has compiled to the folder that COMPILED_TO names. */
const folder = process.env['COMPILED_TO'] ?? '.';
const script = programScript();
process.on('exit', () => {
  const compiled = script.createCachedData();
  assert.equal(programScript(compiled).cachedDataRejected, false, 'V8 takes back what it has compiled');
  writeFileSync(join(folder, compiledFor(process.argv)), compiled);
});
runProgram(script);
