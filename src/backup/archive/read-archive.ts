import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createZstdDecompress } from 'node:zlib';
import { BackupError, ENDING, isChecksums } from '../format.ts';
import { BLOCK, readTarHeader, type TarHeader, tarPadding } from './tar-header.ts';
import { ByteReader } from './byte-reader.ts';
import { packedLength } from './end-mark.ts';

const CHUNK_BYTES = 2 ** 18;

/** An entry of a backup; `content` can be read once, before the next entry is asked for. */
export type Entry = TarHeader & { content: AsyncIterable<Buffer> };

/**
 * The entries of the backup at `path` without its lists of checksums, by which it compares what has been read.
 * @throws BackupError when it is cut off, damaged, or lacks an entry, also from `content`; Error when it cannot be read
 */
export async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const length = await packedLength(path);
  const file = createReadStream(path, { end: length - 1, highWaterMark: CHUNK_BYTES });
  const unpacked = file.pipe(createZstdDecompress());
  file.on('error', (error) => unpacked.destroy(error));
  // One that comes after the last entry was read would end the process.
  unpacked.on('error', () => {});
  const place: Place = { path, last: '' };
  try {
    yield* checked(new ByteReader(unpacked), place);
  } catch (error) {
    throw explained(error, place);
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

/** Which entry was begun last. */
type Place = { path: string; last: string };

async function* checked(bytes: ByteReader, place: Place): AsyncGenerator<Entry> {
  let sums = new Map<string, string>();
  for (;;) {
    const header = readTarHeader(await bytes.take(BLOCK));
    if (header === null) throw new BackupError('it has no end');
    if (header.name === ENDING && sums.size > 0) throw new BackupError('its last entries lack their checksums');
    place.last = header.name;
    if (isChecksums(header.name)) {
      compare(sums, (await bytes.take(header.size)).toString());
      sums = new Map();
    } else {
      const hash = createHash('sha256');
      const content = hashed(bytes.pieces(header.size), hash, place);
      yield { ...header, content };
      // What its reader has not read.
      for await (const _ of content);
      sums.set(header.name, hash.digest('hex'));
    }
    await bytes.take(tarPadding(header.size).length);
    if (header.name === ENDING) return bytes.finish();
  }
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
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (error instanceof BackupError) {
    return message.startsWith(path) ? error : new BackupError(`${path} is damaged: ${message}`, { cause: error });
  }
  if (!/^(ZSTD_|Z_|CUT_OFF)/.test(code)) return error;
  const where = last === '' ? 'at its beginning' : `at or after ${last}`;
  return new BackupError(`${path} is damaged ${where} (${message})`, { cause: error });
}
