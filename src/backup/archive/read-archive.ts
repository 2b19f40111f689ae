import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import { BackupError, ENDING, isChecksums } from '../format.ts';
import { packedLength } from './end-mark.ts';

const CHUNK_BYTES = 2 ** 18;
/** Unpacking takes a task of a thread for each piece of this size. */
const UNPACKED_BYTES = 2 ** 16;

/** An entry of a backup; `content` can be read once, to its end, before the next entry is asked for. */
export type Entry = { name: string; content: AsyncIterable<Buffer> };

/**
 * The entries of the backup at `path` without its lists of checksums, by which it compares what has been read.
 * @throws BackupError when it is cut off, damaged, or lacks an entry, also from `content`; Error when it cannot be read
 */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const length = await packedLength(path);
  const archive = extract({ highWaterMark: CHUNK_BYTES });
  const file = createReadStream(path, { end: length - 1, highWaterMark: CHUNK_BYTES });
  // Its errors come from the entries.
  const unpacked = pipeline(file, createZstdDecompress({ chunkSize: UNPACKED_BYTES }), archive).catch(() => {});
  const place: Place = { path, last: '' };
  try {
    yield* checked(archive, place);
  } catch (error) {
    throw explained(error, place);
  } finally {
    archive.destroy();
    await unpacked;
  }
}

/** Which entry was begun last. */
type Place = { path: string; last: string };

async function* checked(archive: Extract, place: Place): AsyncGenerator<Entry> {
  let sums = new Map<string, string>();
  for await (const source of archive) {
    const { name, type } = source.header;
    if (place.last === ENDING) throw new BackupError(`it goes on after its end, with ${name}`);
    if (type !== 'file') throw new BackupError(`${name} is not a file, as all of its entries are`);
    if (name === ENDING && sums.size > 0) throw new BackupError('its last entries lack their checksums');
    place.last = name;
    const hash = createHash('sha256');
    const content = hashed(source as AsyncIterable<Buffer>, hash, place);
    if (isChecksums(name)) {
      compare(sums, await text(content));
      sums = new Map();
      continue;
    }
    yield { name, content };
    // What its reader has not read.
    for await (const _ of content);
    sums.set(name, hash.digest('hex'));
  }
  if (place.last !== ENDING) throw new BackupError('it has no end');
}

async function* hashed(pieces: AsyncIterable<Buffer>, hash: Hash, place: Place): AsyncGenerator<Buffer> {
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    throw explained(error, place);
  }
}

/** @throws BackupError when an entry is not as the list says, or either has one that the other lacks */
function compare(sums: Map<string, string>, list: string): void {
  const listed = new Map(list.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  listed.delete('');
  for (const [name, sum] of listed) {
    const found = sums.get(name);
    if (found === undefined) throw new BackupError(`${name} is missing from it`);
    if (found !== sum) throw new BackupError(`${name} is not as it was written: its checksum differs`);
  }
  const added = [...sums.keys()].find((name) => !listed.has(name));
  if (added !== undefined) throw new BackupError(`${added} was added to it`);
}

/** `error` with the file's name, and where it occurred if that is known. */
function explained(error: unknown, { path, last }: Place): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError) {
    return message.startsWith(path) ? error : new BackupError(`${path} is damaged: ${message}`, { cause: error });
  }
  // Errors of tar-stream have no code.
  if (code !== undefined && !/^(ZSTD_|Z_)/.test(code)) return error;
  const where = last === '' ? 'at its beginning' : `at or after ${last}`;
  const reason = /\bheader\b/i.test(message) ? 'what should be the beginning of an entry is not' : message;
  return new BackupError(`${path} is damaged ${where} (${reason})`, { cause: error });
}
