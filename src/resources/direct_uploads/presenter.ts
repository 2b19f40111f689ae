import type { Tx } from '../../db/tx.ts';
import { blobToken } from '../../storage/blob-tokens.ts';
import { type BlobRow, signedIdOf } from '../../storage/blobs.ts';
import { HOUR, iso } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import type { directUploadShape } from './answers.ts';

/** How long the content can be sent. */
const OPEN_MS = HOUR;

/** The announced blob with the address that takes its content. `publicUrl` is the address of this server. */
export function presentDirectUpload(
  tx: Tx,
  blob: BlobRow,
  publicUrl: string,
  now: Date,
): Shown<typeof directUploadShape> {
  const until = new Date(now.getTime() + OPEN_MS);
  const token = blobToken(tx.installation.vault, 'write', { blobId: blob.id, accountId: blob.accountId, until });
  return {
    id: blob.id,
    key: blob.key,
    filename: blob.filename,
    content_type: blob.contentType,
    metadata: blob.metadata,
    service_name: 'local',
    byte_size: blob.fileSize,
    checksum: blob.checksum ?? '',
    created_at: iso(blob.createdAt),
    signed_id: signedIdOf(tx, blob),
    direct_upload: { url: `${publicUrl}/direct_uploads/${token}`, headers: { 'Content-Type': blob.contentType } },
  };
}
