import { Readable } from 'node:stream';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BLOCK, readTarHeader } from '../../../src/backup/archive/tar-header.ts';
import { archiveOf } from '../../../src/backup/archive/write-archive.ts';
import { isChecksums } from '../../../src/backup/format.ts';

const END = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);

/** An entry of a backup with its header and padding; `content` is a part of `bytes`. */
export type BackupEntry = { name: string; bytes: Buffer; content: Buffer };

/** The backup with other entries; its checksums stay as they were. */
export function changeBackup(backup: Buffer, change: (entries: BackupEntry[]) => BackupEntry[]): Buffer {
  const tar = zstdDecompressSync(backup.subarray(0, -END.length));
  const bytes = change(entriesIn(tar)).map(({ bytes }) => bytes);
  return Buffer.concat([zstdCompressSync(Buffer.concat([...bytes, Buffer.alloc(2 * BLOCK)])), END]);
}

/** The backup with other contents under the same names, null = without the entry, and with checksums that are right. */
export async function rewriteBackup(
  backup: Buffer,
  change: (name: string, content: Buffer) => Buffer | null,
): Promise<Buffer> {
  const contents = entriesIn(zstdDecompressSync(backup.subarray(0, -END.length))).flatMap(({ name, content }) => {
    const bytes = isChecksums(name) ? null : change(name, content);
    return bytes === null ? [] : [{ name, bytes }];
  });
  const chunks: Buffer[] = [];
  for await (const chunk of archiveOf(Readable.from(contents), new Date())) chunks.push(chunk);
  return Buffer.concat([zstdCompressSync(Buffer.concat(chunks)), END]);
}

/** What is packed in the backup, damaged or not; null = it cannot be unpacked. */
export function contentOf(backup: Buffer): Buffer | null {
  try {
    return zstdDecompressSync(backup.subarray(0, -END.length));
  } catch {
    return null;
  }
}

function entriesIn(tar: Buffer): BackupEntry[] {
  const entries: BackupEntry[] = [];
  for (let offset = 0; ;) {
    const header = readTarHeader(tar.subarray(offset, offset + BLOCK));
    if (header === null) return entries;
    const end = offset + BLOCK + Math.ceil(header.size / BLOCK) * BLOCK;
    const bytes = Buffer.from(tar.subarray(offset, end));
    entries.push({ name: header.name, bytes, content: bytes.subarray(BLOCK, BLOCK + header.size) });
    offset = end;
  }
}
