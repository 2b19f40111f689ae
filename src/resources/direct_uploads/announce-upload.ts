import { tooLarge } from '../../errors.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { announceBlob, type BlobRow } from '../../storage/blobs.ts';
import { newFileKey, safeFilename } from '../../storage/files.ts';

export type Announced = {
  filename: string;
  contentType: string;
  fileSize: number;
  checksum: string;
  metadata: Attributes;
};

/** Announces a file of at most `maxBytes` that will be sent. @throws AppError `too_large`; `storage_full` for an account over its quota */
export async function announceUpload(
  tx: Tx,
  accountId: number,
  { filename, ...blob }: Announced,
  maxBytes: number,
  now: Date,
): Promise<BlobRow> {
  if (blob.fileSize > maxBytes) throw tooLarge(`a file may have ${maxBytes} bytes`);
  await tx.installation.space.check(accountId, 'team');
  return announceBlob(tx, accountId, { ...blob, key: newFileKey(), filename: safeFilename(filename) }, now);
}
