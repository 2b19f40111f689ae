import type { Readable } from 'node:stream';

/**
 * All bytes of the stream; null = there are more than `most`. It is read to its end in any case, as the protocol asks.
 * @throws Error when the client is gone before the end
 */
export async function readMailBytes(stream: Readable, most: number): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks = [];
  }
  return size <= most ? Buffer.concat(chunks) : null;
}
