import { attributes, integer, iso, named, shape, text } from '../../wire/shape.ts';

/** An announced file, and the address for its upload. */
export const directUploadShape = named('DirectUpload', {
  id: integer,
  key: text,
  filename: text,
  content_type: text,
  metadata: attributes,
  service_name: text,
  byte_size: integer,
  checksum: text,
  created_at: iso,
  signed_id: text,
  direct_upload: shape({ url: text, headers: attributes }),
});
