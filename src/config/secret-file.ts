import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';

/** Paths of file descriptors that are open already, as the shell's `<(command)` and `/dev/stdin` give them. */
const OPEN_ALREADY = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

/**
 * The text of the file at `path` without the white space around it. Only regular files are opened: a named pipe without
 * a writer would block for ever. A pipe that is open already is read to its end.
 * @throws Error when the file does not exist, is not a regular file, or is empty
 */
export function readSecretFile(path: string): string {
  const [, handedOver] = OPEN_ALREADY.exec(path === '/dev/stdin' ? '/dev/fd/0' : path) ?? [];
  const text = handedOver === undefined ? readRegular(path) : readFileSync(Number(handedOver), 'utf8');
  if (text.trim() === '') throw new Error(`${path} is empty`);
  return text.trim();
}

function readRegular(path: string): string {
  mustBeRegular(statSync(path), path);
  // Opening does not block, even if the file has been replaced by a pipe since.
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
