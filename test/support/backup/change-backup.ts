import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { BLOCK, readTarHeader } from '../../../src/backup/archive/tar-header.ts';

const END = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);

/** An entry of a backup with its header and padding; `content` is a part of `bytes`. */
export type BackupEntry = { name: string; bytes: Buffer; content: Buffer };

/** The backup with other entries; its checksums stay as they were. */
export function changeBackup(backup: Buffer, change: (entries: BackupEntry[]) => BackupEntry[]): Buffer {
  const tar = zstdDecompressSync(backup.subarray(0, -END.length));
  const bytes = change(entriesIn(tar)).map(({ bytes }) => bytes);
  return Buffer.concat([zstdCompressSync(Buffer.concat([...bytes, Buffer.alloc(2 * BLOCK)])), END]);
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
