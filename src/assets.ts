import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { isSea } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

// The files that ship with the program. They are at the end of the single executable (bin/executable/attach-files.ts): the bytes of
// each file, an index as JSON, and the length of the index. Linux maps only the part before them into memory. As assets of Node.js
// they would be mapped too, and count as memory of the process.

/** The running executable on Linux, even after an upgrade replaced its file. */
const RUNNING = '/proc/self/exe';
/** The length of the index is an unsigned number in little-endian order. */
export const LENGTH_BYTES = 4;

/** The path and the bytes of each file, in their order. */
export type AssetIndex = [path: string, bytes: number][];

/** Whether this is the single executable, rather than the sources. */
export const isExecutable = (): boolean => isSea();

/** The text of a file that ships with the program, by its path from the project's root ("config/default.yaml"). */
export function assetText(path: string): string {
  if (!isSea()) return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  return useAsset(path, (bytes) => Buffer.from(bytes.buffer).toString());
}

/** The bytes of such a file. */
export function assetFile(path: string): Uint8Array {
  return isSea() ? assetBytes(path) : readFileSync(new URL(`../${path}`, import.meta.url));
}

/** The bytes of such a file; only in the single executable, where it has no path. */
export function assetBytes(path: string): Uint8Array<ArrayBuffer> {
  return useAsset(path, (bytes) => bytes.slice());
}

/** The path and the size of the file that matches `pattern`; only in the single executable. @throws Error when there is none */
export function assetNamed(pattern: RegExp): { path: string; size: number } {
  const found = withExecutable(readIndex).index.find(([path]) => pattern.test(path));
  if (found === undefined) throw new Error(`the executable has no file ${pattern.source}`);
  return { path: found[0], size: found[1] };
}

/** Starts a thread with a script that ships with the program: `asset` in the single executable, else the file `source`. */
export function startWorker(asset: string, source: URL, options: WorkerOptions): Worker {
  return isSea() ? new Worker(assetText(asset), { ...options, eval: true }) : new Worker(source, options);
}

/**
 * Gives the bytes of the file at `path` to `use`, and their memory back to the system afterwards. Unlike other memory, that of a buffer
 * which can be resized is not malloc's, which would keep larger pieces from then on. Only in the single executable.
 * @throws Error when there is no such file, or the executable is not whole
 */
export function useAsset<Result>(path: string, use: (bytes: Uint8Array<ArrayBuffer>) => Result): Result {
  const buffer = withExecutable((file) => {
    const { index, start } = readIndex(file);
    let at = start;
    for (const [each, bytes] of index) {
      if (each === path) return readBytes(file, at, bytes);
      at += bytes;
    }
    throw new Error(`the executable has no file ${path}`);
  });
  try {
    return use(new Uint8Array(buffer));
  } finally {
    buffer.resize(0);
  }
}

function withExecutable<Result>(use: (file: number) => Result): Result {
  const file = openSync(existsSync(RUNNING) ? RUNNING : process.execPath, 'r');
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** The index, and where the first file begins. */
function readIndex(file: number): { index: AssetIndex; start: number } {
  const end = fstatSync(file).size - LENGTH_BYTES;
  const length = new DataView(readBytes(file, end, LENGTH_BYTES)).getUint32(0, true);
  const text = length < end ? Buffer.from(readBytes(file, end - length, length)).toString() : '';
  if (!text.startsWith('[[')) throw notWhole();
  const index = JSON.parse(text) as AssetIndex;
  const all = index.reduce((sum, [, bytes]) => sum + bytes, 0);
  return { index, start: end - length - all };
}

function readBytes(file: number, start: number, size: number): ArrayBuffer {
  const buffer = new ArrayBuffer(size, { maxByteLength: size });
  for (let at = 0; at < size;) {
    const read = readSync(file, new Uint8Array(buffer, at), 0, size - at, start + at);
    if (read === 0) throw notWhole();
    at += read;
  }
  return buffer;
}

const notWhole = () => new Error(`${process.execPath} is not whole: install it again`);
