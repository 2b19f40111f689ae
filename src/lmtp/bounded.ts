import type { Readable } from 'node:stream';

/**
 * The pieces of the stream, without what is beyond `most` bytes; all of it is read, as the protocol asks.
 * Reading throws when the client is gone before the end.
 */
export function bounded(
  stream: Readable,
  most: number,
): { pieces(): AsyncGenerator<Buffer>; /** Once it has been read. */ isTooLarge(): boolean } {
  let size = 0;
  return {
    async *pieces() {
      // A stream that is destroyed would never be answered.
      for await (const piece of stream.iterator({ destroyOnReturn: false })) {
        const bytes = piece as Buffer;
        size += bytes.length;
        if (size <= most) yield bytes;
      }
    },
    isTooLarge: () => size > most,
  };
}
