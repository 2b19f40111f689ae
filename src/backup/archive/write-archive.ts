import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pack, type Pack } from 'tar-stream';
import { checksumsEntry, ENDING, ENTRIES_OF_LIST } from '../format.ts';

/** An entry: its bytes, or how many there are and a way to read them. */
export type Content = { name: string; bytes: Buffer } | { name: string; size: number; read(): AsyncIterable<Buffer> };

/** The bytes of the archive that may wait for its reader before more are read of the contents. */
const AHEAD_BYTES = 2 ** 18;
/** Small chunks are put together up to this: compressing takes a task of a thread for each. */
const PIECE_BYTES = 2 ** 16;

/**
 * The bytes of a tar file with these entries and lists of their checksums. Each entry is asked for when all bytes but
 * `AHEAD_BYTES` of the entries before it have been taken.
 * @throws Error when an entry turns out to be longer or shorter than it says
 */
export async function* archiveOf(contents: AsyncIterable<Content>, time: Date): AsyncGenerator<Buffer> {
  const stop = new AbortController();
  const archive = pack({ highWaterMark: AHEAD_BYTES });
  const target = { archive, time, signal: stop.signal };
  const written = writeEntries(target, contents).catch((error: Error) => archive.destroy(error));
  try {
    yield* inPieces(archive as AsyncIterable<Buffer>);
  } finally {
    // A reader may stop early: writing ends with reading, so that files and the database are closed.
    stop.abort();
    await written;
  }
}

/** The archive with the time of its entries; `signal` ends the wait for its reader. */
type Target = { archive: Pack; time: Date; signal: AbortSignal };

/** The chunks, with small ones put together: each entry has a header and a padding besides its content. */
async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let small: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (length > 0 && length + chunk.length > PIECE_BYTES) {
      yield Buffer.concat(small);
      small = [];
      length = 0;
    }
    if (chunk.length > PIECE_BYTES) {
      yield chunk;
      continue;
    }
    small.push(chunk);
    length += chunk.length;
  }
  if (length > 0) yield Buffer.concat(small);
}

async function writeEntries(target: Target, contents: AsyncIterable<Content>): Promise<void> {
  let lines: string[] = [];
  let lists = 0;
  const writeList = async () => {
    if (lines.length === 0) return;
    lists += 1;
    await writeEntry(target, { name: checksumsEntry(lists), bytes: Buffer.from(lines.join('')) });
    lines = [];
  };

  for await (const content of contents) {
    if (content.name === ENDING) await writeList();
    const sum = await writeEntry(target, content);
    if (content.name === ENDING) continue;
    lines.push(`${sum}  ${content.name}\n`);
    if (lines.length === ENTRIES_OF_LIST) await writeList();
  }
  target.archive.finalize();
}

/** Writes a regular file, readable by its owner. Returns the SHA-256 of its content. */
async function writeEntry({ archive, time, signal }: Target, content: Content): Promise<string> {
  const hash = createHash('sha256');
  const size = 'bytes' in content ? content.bytes.length : content.size;
  const { entry, written } = beginEntry(archive, { name: content.name, size, mode: 0o600, mtime: time });
  let read = 0;
  for await (const chunk of 'bytes' in content ? [content.bytes] : content.read()) {
    hash.update(chunk);
    read += chunk.length;
    if (read > size) break;
    if (!entry.write(chunk)) await once(entry, 'drain', { signal });
  }
  if (read !== size) throw new Error(`${content.name} has changed while it was read`);
  entry.end(null);
  await written;
  return hash.digest('hex');
}

/** An entry without its content; `written` resolves when the content has been written to the archive. */
function beginEntry(archive: Pack, header: Parameters<Pack['entry']>[0]) {
  const { promise: written, resolve, reject } = Promise.withResolvers<void>();
  const entry = archive.entry(header, (error) => (error ? reject(error) : resolve()));
  // A failure also reaches the reader of the archive.
  written.catch(() => {});
  entry.on('error', () => {});
  return { entry, written };
}
