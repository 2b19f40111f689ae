import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type MailFile, MOST_FILES, type WrittenFile } from './mail-files.ts';
import type { MailPlace } from './mail-place.ts';
import type { MailAnswer } from './reading-thread.ts';
import { readMail } from './read-mail.ts';

// The worker thread: it gets the place of one mail after the other, writes the files in each, and posts what each says.

parentPort?.on('message', (place: MailPlace) => void answer(place));

async function answer(place: MailPlace): Promise<void> {
  const read: MailAnswer = await readMailAt(place).then(
    (mail) => ({ mail }),
    (error: NodeJS.ErrnoException) => ({ problem: error.message, syscall: error.syscall }),
  );
  // The disabled rule is for browser windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(read);
}

async function readMailAt({ path, filesAt }: MailPlace) {
  const buffer = bufferOf(path);
  try {
    const mail = await readMail(new Uint8Array(buffer));
    const files = mail.files.map((file, index) => written(file, index < MOST_FILES ? `${filesAt}-${index}` : null));
    return { ...mail, files };
  } finally {
    // Gives the memory back to the system at once, which malloc would keep.
    buffer.resize(0);
  }
}

/** The bytes of the file, in a buffer that can be resized. */
function bufferOf(path: string): ArrayBuffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const buffer = new ArrayBuffer(size, { maxByteLength: size });
    for (let at = 0; at < size;) {
      const read = readSync(file, new Uint8Array(buffer, at), 0, size - at, at);
      if (read === 0) throw new Error('the file is cut off');
      at += read;
    }
    return buffer;
  } finally {
    closeSync(file);
  }
}

function written({ name, contentType, contentId, isInline, pieces }: MailFile, path: string | null): WrittenFile {
  const about = { name, contentType, contentId, isInline };
  return { ...about, path, size: path === null ? 0 : writePieces(path, pieces()) };
}

/** Writes a new file. Returns its size. */
function writePieces(path: string, pieces: Iterable<Uint8Array>): number {
  const file = openSync(path, 'wx', 0o600);
  let size = 0;
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
      size += piece.length;
    }
    return size;
  } finally {
    closeSync(file);
  }
}
