import type { BlobRow } from '../storage/blobs.ts';
import { fileUrl } from './message-blocks.ts';
import { integer, text } from './shape.ts';

/** A file of a macro or an automation rule, without the id of its owner. */
export const sentFileShapes = {
  id: integer,
  file_type: text,
  account_id: integer,
  file_url: text,
  blob_id: integer,
  filename: text,
};

/** `publicUrl` is the address of this server. */
export function sentFileBlock({ id, accountId, contentType, key, filename }: BlobRow, publicUrl: string) {
  return {
    id,
    file_type: contentType,
    account_id: accountId,
    file_url: fileUrl(publicUrl, key, filename),
    blob_id: id,
    filename,
  };
}
