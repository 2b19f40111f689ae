/** The files written by compileFunctions: the functions of the server, and of a short command. */
export const SERVE_COMPILED = 'serve.compiled';
export const COMMAND_COMPILED = 'command.compiled';

/** The name of the file with the compiled functions for the command line `argv`; a wrong guess costs only time. */
export function compiledFor(argv: readonly string[]): string {
  return argv.includes('serve') ? SERVE_COMPILED : COMMAND_COMPILED;
}
