import type { InferType } from 'yup';
import { attributes, integer, object, requiredText } from '../../fields.ts';
import type { Announced } from './announce-upload.ts';

/** An MD5 sum in base64: 16 bytes. */
const MD5 = /^[A-Za-z0-9+/]{22}==$/;

const blob = object({
  filename: requiredText(),
  byte_size: integer().required('is missing: the size of the file in bytes'),
  checksum: requiredText().matches(MD5, 'must be the MD5 sum of the file in base64'),
  content_type: requiredText().optional().nullable(),
  metadata: attributes().nullable(),
});

const EMPTY_MD5 = '1B2M2Y8AsgTpgAmY7PhCfg==';

export const directUploadExample = {
  blob: { filename: 'empty.txt', byte_size: 0, checksum: EMPTY_MD5, content_type: 'text/plain' },
};

/** The file that a request announces. */
export function announcedIn(given: InferType<typeof blob>): Announced {
  return {
    filename: given.filename,
    contentType: given.content_type ?? 'application/octet-stream',
    fileSize: given.byte_size,
    checksum: given.checksum,
    metadata: given.metadata ?? {},
  };
}

export const directUploadBody = object({ blob: blob.required('is missing: the description of the file') });
