import { BackupError } from '../format.ts';

/** What an entry of a tar file is called, and how many bytes it has. */
export type TarHeader = { name: string; size: number };

export const BLOCK = 512;
/** Where the fields of a header are (POSIX ustar): each with its offset and length. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
/** The largest size that eleven octal digits can say: 8 GiB. */
const MOST_BYTES = 8 ** 11 - 1;

/** The block before the content of a regular file, readable by its owner. @throws BackupError when it is too large */
export function tarHeader({ name, size }: TarHeader, time: Date): Buffer {
  if (size > MOST_BYTES) throw new BackupError(`${name} has ${size} bytes, and a backup takes files of 8 GiB`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 'latin1');
  block.write(octal(0o600, 8), 100, 'latin1');
  block.write(octal(0, 8), 108, 'latin1');
  block.write(octal(0, 8), 116, 'latin1');
  block.write(octal(size, SIZE[1]), SIZE[0], 'latin1');
  block.write(octal(Math.floor(time.getTime() / 1000), 12), 136, 'latin1');
  block.write('0', 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  block.write(octal(sumOf(block), 7), CHECKSUM[0], 'latin1');
  return block;
}

/** What the block says; null = it is one of the empty blocks at the end. @throws BackupError when it is no header */
export function readTarHeader(block: Buffer): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  const size = Number.parseInt(fieldOf(block, SIZE), 8);
  if (Number.parseInt(fieldOf(block, CHECKSUM), 8) !== sumOf(block) || Number.isNaN(size)) {
    throw new BackupError('what should be the beginning of an entry is not');
  }
  return { name: fieldOf(block, NAME), size };
}

/** The zeros that fill the last block of a content. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;

const fieldOf = (block: Buffer, [offset, length]: readonly [number, number]) =>
  block.toString('latin1', offset, offset + length).split('\0', 1)[0] ?? '';

/** The sum of all bytes, with spaces in the place of the sum itself. */
function sumOf(block: Buffer): number {
  const [start, length] = CHECKSUM;
  let sum = length * 0x20;
  for (const [index, byte] of block.entries()) if (index < start || index >= start + length) sum += byte;
  return sum;
}
