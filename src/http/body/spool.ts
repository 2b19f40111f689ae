import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { tooLarge } from '../../errors.ts';

/** Limits of a form's files: the bytes of each, and how many. */
export type SpoolLimits = { max_file_bytes: number; max_files: number };

/** Where the uploaded files of one request are written while it is read. */
export type Spool = {
  /**
   * The stream that the parser writes `file` to. Sets the `filepath` of `file`, and its `place` among the form's files,
   * from 0. When there are too many files, or this one is too large, `file` emits an 'error': an AppError `too_large`.
   */
  receive(file: EventEmitter): Writable;
  /**
   * Checks that everything has been written: the parser (formidable 3.5) takes a file as complete even if its last
   * write failed.
   * @throws the error of the failed write
   */
  check(): void;
  /** Removes the files that were not moved elsewhere; later writes of the parser are discarded. */
  clear(): Promise<void>;
};

/**
 * A spool in the folder `dir`, which is made when the first file comes; null = the files are read and forgotten, and
 * get no `filepath`. `take` is told of bytes that are written, and throws where they are too many. The parser's own way to write files would leave behind the file that exceeds the limit, and check
 * sizes only after a file is complete.
 */
export function openSpool(
  dir: string | null,
  { max_file_bytes, max_files }: SpoolLimits,
  take: (bytes: number) => void,
): Spool {
  const streams: WriteStream[] = [];
  let files = 0;
  let open = true;
  let failure: Error | null = null;

  return {
    receive(file) {
      if (open && files === max_files) file.emit('error', tooLarge(`a form may have ${max_files} files`));
      if (!open || files === max_files) return nowhere();

      Object.assign(file, { place: files });
      files += 1;
      file.on('progress', (size: number) => {
        if (size > max_file_bytes) file.emit('error', tooLarge(`a file may have ${max_file_bytes} bytes`));
      });
      if (dir === null) return nowhere();
      countBytes(file, take);
      try {
        mkdirSync(dir, { recursive: true, mode: 0o700 });
      } catch (error) {
        failure ??= error as Error;
        return nowhere();
      }
      const path = join(dir, randomUUID());
      Object.assign(file, { filepath: path });
      const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      streams.push(stream);
      return stream;
    },
    check() {
      const problem = failure ?? streams.find(({ errored }) => errored)?.errored;
      if (problem) throw problem;
    },
    async clear() {
      open = false;
      await Promise.all(streams.map(remove));
    },
  };
}

/** Has `take` count what comes of the file, which ends with an 'error' where it throws. */
function countBytes(file: EventEmitter, take: (bytes: number) => void): void {
  let counted = 0;
  file.on('progress', (size: number) => {
    try {
      take(size - counted);
      counted = size;
    } catch (error) {
      file.emit('error', error);
    }
  });
}

/** Waits until the file is closed: a file that is still being opened would appear again after its removal. */
async function remove(stream: WriteStream): Promise<void> {
  stream.destroy();
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
  await unlink(stream.path).catch(() => {});
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
