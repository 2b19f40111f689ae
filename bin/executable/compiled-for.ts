/** The asset with the compiled functions for the command line `argv`; a wrong guess costs only time. */
export function compiledFor(argv: readonly string[]): string {
  return argv.includes('serve') ? 'serve.compiled' : 'command.compiled';
}
