import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badRequest, invalid, tooLarge } from '../../errors.ts';
import type { BlobRow } from '../../storage/blobs.ts';
import { describeUpload, keepUpload, newSpoolPath } from '../../storage/files.ts';
import type { StoredFile } from '../../storage/stored-file.ts';

/** The bodies that are being read in this process, by the keys of their blobs. */
const underWay = new Map<string, Readable>();

/**
 * Reads the content of an announced blob, checks it, and stores it under the blob's key. Returns what it is. Where the same
 * blob is being received already, the former connection is ended: only the bytes that were announced may lie on the disk.
 * @throws AppError `too_large` when it has more bytes than were announced; `invalid` when it has fewer, or another
 *   checksum; `bad_request` when it was cut off
 */
export async function receiveContent(dataDir: string, blob: BlobRow, body: Readable): Promise<StoredFile> {
  const path = await newSpoolPath(dataDir);
  underWay.get(blob.key)?.destroy();
  underWay.set(blob.key, body);
  try {
    const checksum = await write(body, path, blob.fileSize);
    if (checksum !== blob.checksum) {
      throw invalid('Validation failed', 'the content does not have the size and the checksum that were announced', [
        'checksum',
      ]);
    }
    const file = await describeUpload({ path, filename: blob.filename, size: blob.fileSize });
    await keepUpload(dataDir, path, blob.key);
    return { ...file, key: blob.key };
  } finally {
    if (underWay.get(blob.key) === body) underWay.delete(blob.key);
    await unlink(path).catch(() => {});
  }
}

/** Writes the content to `path`, and returns its MD5 in base64; the sum tells shorter content, too. */
async function write(body: Readable, path: string, mostBytes: number): Promise<string> {
  const sum = createHash('md5');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of contentOf(body)) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLarge(`${mostBytes} bytes were announced`);
      sum.update(chunk);
      yield chunk;
    }
  }
  await pipeline(counted(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return sum.digest('base64');
}

async function* contentOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    // The request is answered on the same socket, so that it must not be destroyed.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw badRequest('the content was cut off');
  }
}
