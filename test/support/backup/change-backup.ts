import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { archiveOf } from '../../../src/backup/archive/write-archive.ts';
import { isChecksums } from '../../../src/backup/format.ts';

const BLOCK = 512;
const END = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);

/** An entry of a backup with its header and padding; `content` is a part of `bytes`. */
export type BackupEntry = { name: string; bytes: Buffer; content: Buffer };

/** The backup with other entries; its checksums stay as they were. */
export async function changeBackup(backup: Buffer, change: (entries: BackupEntry[]) => BackupEntry[]): Promise<Buffer> {
  const bytes = change(await entriesIn(unpacked(backup))).map(({ bytes }) => bytes);
  return packed(Buffer.concat([...bytes, Buffer.alloc(2 * BLOCK)]));
}

/** The backup with other contents under the same names, null = without the entry, and with checksums that are right. */
export async function rewriteBackup(
  backup: Buffer,
  change: (name: string, content: Buffer) => Buffer | null,
): Promise<Buffer> {
  const contents = (await entriesIn(unpacked(backup))).flatMap(({ name, content }) => {
    const bytes = isChecksums(name) ? null : change(name, content);
    return bytes === null ? [] : [{ name, bytes }];
  });
  return packed(await buffer(archiveOf(Readable.from(contents), new Date())));
}

/** The tar file in the backup. */
export const unpacked = (backup: Buffer) => zstdDecompressSync(backup.subarray(0, -END.length));

/** A backup of the tar file. */
export const packed = (tar: Buffer) => Buffer.concat([zstdCompressSync(tar), END]);

/** What is packed in the backup, damaged or not; null = it cannot be unpacked. */
export function contentOf(backup: Buffer): Buffer | null {
  try {
    return unpacked(backup);
  } catch {
    return null;
  }
}

async function entriesIn(tar: Buffer): Promise<BackupEntry[]> {
  const entries: BackupEntry[] = [];
  const archive = extract();
  archive.end(tar);
  for await (const source of archive) {
    const { name, size, byteOffset: begin } = source.header as typeof source.header & { byteOffset: number };
    const bytes = Buffer.from(tar.subarray(begin - BLOCK, begin + Math.ceil(size / BLOCK) * BLOCK));
    entries.push({ name, bytes, content: bytes.subarray(BLOCK, BLOCK + size) });
    source.resume();
  }
  return entries;
}
