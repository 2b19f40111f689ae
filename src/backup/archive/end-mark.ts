import { open } from 'node:fs/promises';
import { BackupError } from '../format.ts';

/** What each file of zstd begins with. */
const BEGINNING = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/**
 * What each backup ends with: an empty frame that zstd skips. Without it, a file that lacks only the checksum at its end would pass
 * for a whole one.
 */
const END = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);

/** The packed bytes and the end after them. */
export async function* withEndMark(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* packed;
  yield END;
}

/**
 * How many packed bytes there are before the end.
 * @throws BackupError when the file at `path` is no backup, or is cut off; Error when it cannot be read
 */
export async function packedLength(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (length: number, position: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    if (!(await read(BEGINNING.length, 0)).equals(BEGINNING)) throw new BackupError(`${path} is no backup of Parley's`);
    const length = size - END.length;
    const isWhole = length > 0 && (await read(END.length, length)).equals(END);
    if (!isWhole) throw new BackupError(`${path} is cut off: its end is missing`);
    return length;
  } finally {
    await file.close();
  }
}
