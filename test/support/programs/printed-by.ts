import type { ChildProcess } from 'node:child_process';

/** What a process writes to standard output and standard error, as far as these come here. */
export function printedBy({ stdout, stderr }: ChildProcess): { stdout: string; stderr: string } {
  const printed = { stdout: '', stderr: '' };
  stdout?.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
  stderr?.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
  return printed;
}
