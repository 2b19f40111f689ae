import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { AppError } from '../../errors.ts';

/** What a form may hold at most. */
export type SpoolLimits = { max_file_bytes: number; max_files: number };

/** Where the uploaded files of one request are written while it is read. */
export type Spool = {
  /**
   * Where the parser writes `file`, whose `filepath` it becomes; `place` is the file's place in the form. Too many files, or
   * too large ones, are its errors.
   */
  receive(file: EventEmitter): Writable;
  /**
   * Sees to it that all has been written: the parser (formidable 3.5) takes a file for whole whose last write failed.
   * @throws what the system said
   */
  check(): void;
  /** Removes what was not moved elsewhere. What the parser still has to write from then on is lost. */
  clear(): Promise<void>;
};

/**
 * A spool in the folder `dir`. The parser has one of its own, but leaves behind the file that is one too many, and measures
 * files only once they have been written to their end.
 */
export function openSpool(dir: string, { max_file_bytes, max_files }: SpoolLimits): Spool {
  const streams: WriteStream[] = [];
  let open = true;
  let failure: Error | null = null;

  return {
    receive(file) {
      if (open && streams.length === max_files) file.emit('error', tooLarge(`a form may have ${max_files} files`));
      if (!open || streams.length === max_files) return nowhere();

      try {
        mkdirSync(dir, { recursive: true, mode: 0o700 });
      } catch (error) {
        failure ??= error as Error;
        return nowhere();
      }
      const path = join(dir, randomUUID());
      Object.assign(file, { filepath: path, place: streams.length });
      file.on('progress', (size: number) => {
        if (size > max_file_bytes) file.emit('error', tooLarge(`a file may have ${max_file_bytes} bytes`));
      });
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

export function tooLarge(detail: string): AppError {
  return new AppError('too_large', 'Payload too large', { detail });
}

/** Waits until the file is closed: one that is being opened would appear after it was removed. */
async function remove(stream: WriteStream): Promise<void> {
  stream.destroy();
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
  await unlink(stream.path).catch(() => {});
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
