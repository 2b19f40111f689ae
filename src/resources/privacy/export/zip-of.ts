import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of the archive; its content is read when the archive reaches it. */
export type Entry = { name: string; time: Date; content: Readable };

/**
 * The entries as a ZIP archive. Only as much is read as the reader of the archive takes; where that goes away, or an entry
 * fails, the entry under way is destroyed and no other is asked for.
 */
export function zipOf(entries: AsyncGenerator<Entry>): Readable {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  zip.on('error', (error: Error) => output.destroy(error));
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  fill(zip, entries, closed.signal).catch((error: unknown) => output.destroy(error as Error));
  return output;
}

async function fill(zip: ZipFile, entries: AsyncGenerator<Entry>, closed: AbortSignal): Promise<void> {
  for await (const { name, time, content } of entries) {
    const ended = endOf(content, closed);
    zip.addReadStream(content, name, { mtime: time });
    await ended;
    if (closed.aborted) return;
  }
  zip.end();
}

/** Resolves when all of the stream was read, or nobody wants it any more. @throws what the stream fails with */
function endOf(content: Readable, closed: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => content.destroy();
    closed.addEventListener('abort', stop, { once: true });
    content.once('error', reject);
    content.once('close', () => {
      closed.removeEventListener('abort', stop);
      resolve();
    });
    if (closed.aborted) stop();
  });
}
