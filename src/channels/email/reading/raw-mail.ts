import { open } from 'node:fs/promises';

/** A raw mail, of which only the beginning is in memory at once: the rest is read piece by piece. */
export type RawMail = {
  size: number;
  /** Its first bytes, in which the head is. */
  head: Uint8Array;
  /** What follows this position. A piece is valid until the next one is asked for. */
  piecesFrom(at: number): AsyncIterable<Uint8Array>;
};

/** Bytes of a head that are read before the mail as a whole: reading lists of addresses takes the square of their length. */
const HEAD_BYTES = 100_000;
const PIECE_BYTES = 256 * 1024;

/** The mail with these bytes. */
export function mailInMemory(bytes: Uint8Array): RawMail {
  return {
    size: bytes.length,
    head: bytes.subarray(0, HEAD_BYTES),
    // oxlint-disable-next-line typescript/require-await
    async *piecesFrom(start) {
      for (let at = start; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
    },
  };
}

/** Gives the mail in the file to `use`. @throws Error when the file cannot be read, and what `use` throws */
export async function withMailAt<Result>(path: string, use: (mail: RawMail) => Promise<Result>): Promise<Result> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const head = new Uint8Array(Math.min(size, HEAD_BYTES));
    await file.read(head, 0, head.length, 0);
    return await use({
      size,
      head,
      async *piecesFrom(start) {
        const piece = new Uint8Array(Math.min(size, PIECE_BYTES));
        for (let at = start; at < size;) {
          const { bytesRead } = await file.read(piece, 0, piece.length, at);
          if (bytesRead === 0) return;
          yield piece.subarray(0, bytesRead);
          at += bytesRead;
        }
      },
    });
  } finally {
    await file.close();
  }
}
