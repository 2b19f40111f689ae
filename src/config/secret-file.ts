import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';

/** What the shell's `<(command)` and `/dev/stdin` name: something that this process was started with, open already. */
const OPEN_ALREADY = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

/**
 * The text of the file at `path` without the white space around it. Only a regular file is opened: a pipe that nobody
 * writes to would never come to its end. A pipe that was handed over open is read to its end.
 * @throws Error that says what is wrong, when there is no such file, it is not a regular one, or it is empty
 */
export function readSecretFile(path: string): string {
  const [, handedOver] = OPEN_ALREADY.exec(path === '/dev/stdin' ? '/dev/fd/0' : path) ?? [];
  const text = handedOver === undefined ? readRegular(path) : readFileSync(Number(handedOver), 'utf8');
  if (text.trim() === '') throw new Error(`${path} is empty`);
  return text.trim();
}

function readRegular(path: string): string {
  mustBeRegular(statSync(path), path);
  // Even if it was replaced by a pipe since, to open it does not wait.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    mustBeRegular(fstatSync(file), path);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function mustBeRegular(stats: Stats, path: string): void {
  if (!stats.isFile()) throw new Error(`${path} is ${kindOf(stats)}, not a file`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}
