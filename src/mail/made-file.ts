import type { Attachment } from './mail.ts';

/** The largest file that is attached to a mail; larger ones are linked. */
const MOST_BYTES = 10_000_000;

/**
 * A file made for the recipient: attached to the mail, or available at `url` until `expiresAt`. `fileSize` is in bytes.
 */
export type MadeFile = {
  filename: string;
  contentType: string;
  path: string;
  fileSize: number;
  url: string;
  expiresAt: Date;
};

/** The file as the only attachment; none when there is no file, or it is larger than 10 MB. */
export function attachmentOf(file: MadeFile | null): Attachment[] {
  return file && file.fileSize <= MOST_BYTES
    ? [{ filename: file.filename, contentType: file.contentType, path: file.path }]
    : [];
}

/**
 * The link to a file that is too large to be attached, and the last day on which it works; null when there is no file,
 * or it is attached.
 */
export function linkOf(file: MadeFile | null): { url: string; until: string } | null {
  return file && file.fileSize > MOST_BYTES
    ? { url: file.url, until: file.expiresAt.toISOString().slice(0, 10) }
    : null;
}
