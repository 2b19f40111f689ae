import { createHash } from 'node:crypto';
import { checksumsEntry, ENDING, ENTRIES_OF_LIST } from '../format.ts';
import { BLOCK, tarHeader, tarPadding } from './tar-header.ts';

/** An entry: its bytes, or how many there are and a way to read them. */
export type Content = { name: string; bytes: Buffer } | { name: string; size: number; read(): AsyncIterable<Buffer> };

/**
 * The bytes of a tar file with these entries and lists of their checksums. Each entry is asked for when the one before it has
 * been taken.
 * @throws Error when an entry turns out to be longer or shorter than it says
 */
export async function* archiveOf(contents: AsyncIterable<Content>, time: Date): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  let lists = 0;
  async function* list(): AsyncGenerator<Buffer> {
    if (lines.length === 0) return;
    lists += 1;
    yield* entryOf({ name: checksumsEntry(lists), bytes: Buffer.from(lines.join('')) }, time);
    lines = [];
  }

  for await (const content of contents) {
    if (content.name === ENDING) yield* list();
    const sum = yield* entryOf(content, time);
    if (content.name === ENDING) continue;
    lines.push(`${sum}  ${content.name}\n`);
    if (lines.length === ENTRIES_OF_LIST) yield* list();
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** The bytes of one entry; returns the SHA-256 of its content. */
async function* entryOf(content: Content, time: Date): AsyncGenerator<Buffer, string> {
  const size = 'bytes' in content ? content.bytes.length : content.size;
  const hash = createHash('sha256');
  let read = 0;
  yield tarHeader({ name: content.name, size }, time);
  for await (const chunk of 'bytes' in content ? [content.bytes] : content.read()) {
    hash.update(chunk);
    read += chunk.length;
    yield chunk;
  }
  if (read !== size) throw new Error(`${content.name} has changed while it was read`);
  yield tarPadding(size);
  return hash.digest('hex');
}
