import { getRawAsset } from 'node:sea';
import { compiledFor } from './compiled-for.ts';
import { programScript, runProgram } from './program-script.ts';

/** Runs the program with the functions that its command needs as the build has compiled them. */
const isFromText = Boolean(process.env['PARLEY_TEST_NO_COMPILED_CODE']);
const compiled = isFromText ? undefined : new Uint8Array(getRawAsset(compiledFor(process.argv)));
runProgram(programScript(compiled));
