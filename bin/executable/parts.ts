import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_COMPILED, SERVE_COMPILED } from './compiled-for.ts';

/** The running executable, also where an upgrade has replaced it meanwhile; only where Linux shows its processes. */
const RUNNING = '/proc/self/exe';
/** The bundled program. */
export const PROGRAM = 'parley.js';
/**
 * What an executable ends with, after all that Linux maps into memory: it is read once when the program starts. As assets, which are
 * mapped, their pages would count as memory of the process as long as it runs.
 */
export const PARTS = [PROGRAM, SERVE_COMPILED, COMMAND_COMPILED];

/** The name and the bytes of each part, in the order in which they are in the file. */
export type PartSizes = [name: string, bytes: number][];

export function partSizes(folder: string, names: readonly string[]): PartSizes {
  return names.map((name) => [name, statSync(join(folder, name)).size]);
}

/** Adds the parts in `folder` to the end of the file `executable`. */
export function appendParts(executable: string, folder: string, names: readonly string[]): void {
  for (const name of names) appendFileSync(executable, readFileSync(join(folder, name)));
}

/**
 * Gives the part `name` of the running executable, which ends with parts of these sizes, to `use`, and its memory back to the system
 * afterwards. Unlike other memory, that of a buffer which can be resized is not malloc's, which would keep larger pieces from then on.
 */
export function usePart<Result>(name: string, sizes: PartSizes, use: (bytes: Uint8Array) => Result): Result {
  const following = sizes.slice(sizes.findIndex(([each]) => each === name));
  const size = following[0]?.[1] ?? 0;
  const fromEnd = following.reduce((sum, [, bytes]) => sum + bytes, 0);
  const buffer = new ArrayBuffer(size, { maxByteLength: size });
  const file = openSync(existsSync(RUNNING) ? RUNNING : process.execPath, 'r');
  const start = fstatSync(file).size - fromEnd;
  for (let at = 0; at < size;) {
    const read = readSync(file, new Uint8Array(buffer, at), 0, size - at, start + at);
    if (read === 0) throw new Error(`${process.execPath} is not whole: install it again`);
    at += read;
  }
  closeSync(file);
  try {
    return use(new Uint8Array(buffer));
  } finally {
    buffer.resize(0);
  }
}
