import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** Whether the program is installed on this machine. */
export function isInstalled(program: string): boolean {
  return FOLDERS.some((folder) => existsSync(join(folder, program)));
}

/** A program that runs beside the server; `output` is what it has printed. */
export type Neighbour = { output(): string; stop(): Promise<void> };

/** Starts a program that stays in the foreground. */
export function startNeighbour(program: string, args: string[], env: Record<string, string> = {}): Neighbour {
  const path = { PATH: FOLDERS.join(delimiter) };
  const child: ChildProcess = spawn(program, args, { env: { ...process.env, ...path, ...env } });
  const ended = once(child, 'exit').catch(() => {});
  let output = '';
  child.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.on('error', (error) => (output += error.message));
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
