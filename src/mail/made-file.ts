import type { Attachment } from './mail.ts';

/** The largest file that is attached to a mail; larger ones are linked. */
const MOST_BYTES = 10_000_000;

/** A file made for the recipient: attached to the mail, or available at `url` until `expiresAt`. */
export type MadeFile = {
  filename: string;
  contentType: string;
  path: string;
  fileSize: number;
  url: string;
  expiresAt: Date;
};

/** The file as the only attachment; none when it is too large. */
export function attachmentOf(file: MadeFile | null): Attachment[] {
  return file && file.fileSize <= MOST_BYTES
    ? [{ filename: file.filename, contentType: file.contentType, path: file.path }]
    : [];
}

/** The link to the file; null when it is attached. */
export function linkOf(file: MadeFile | null): { url: string; until: string } | null {
  return file && file.fileSize > MOST_BYTES
    ? { url: file.url, until: file.expiresAt.toISOString().slice(0, 10) }
    : null;
}
