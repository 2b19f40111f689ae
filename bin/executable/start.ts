import { compiledFor } from './compiled-for.ts';
import { compiledScript, programScript, runProgram } from './program-script.ts';

/** Runs the program with the functions that its command needs as the build has compiled them. */
const isFromText = Boolean(process.env['PARLEY_TEST_NO_COMPILED_CODE']);
runProgram(isFromText ? programScript() : compiledScript(compiledFor(process.argv)));
