import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Program } from './processes.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Binaries are kept here, each in a folder named after its commit. */
const BUILT = join(tmpdir(), 'parley-built');

/** The program as it was at a commit, built in a temporary folder, or kept from an earlier build. */
export function builtCommit(commit: string): Program {
  const hash = run(ROOT, 'git', 'rev-parse', '--verify', `${commit}^{commit}`).trim();
  const command = join(BUILT, hash, 'parley');
  if (!existsSync(command)) build(hash, command);
  return { command, args: [] };
}

function build(hash: string, target: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'parley-commit-'));
  try {
    console.error(`building ${hash} in ${folder}`);
    run(ROOT, 'git', 'clone', '--quiet', '--shared', '--no-checkout', ROOT, folder);
    run(folder, 'git', 'checkout', '--quiet', '--detach', hash);
    install(folder);
    run(folder, 'npm', 'run', '--silent', 'build');
    mkdirSync(join(BUILT, hash), { recursive: true });
    // Another bench may build the same commit at the same time.
    const own = `${target}-${process.pid}`;
    copyFileSync(join(folder, 'dist/parley'), own);
    renameSync(own, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder: string): void {
  const lock = 'package-lock.json';
  if (readFileSync(join(folder, lock)).equals(readFileSync(join(ROOT, lock)))) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  } else {
    run(folder, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund');
  }
}

function run(cwd: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
