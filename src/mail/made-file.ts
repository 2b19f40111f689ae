import type { Attachment } from './mail.ts';

/** The largest file that goes with a mail; larger ones are fetched. */
const MOST_BYTES = 10_000_000;

/** A file that was made for somebody: it goes with the mail, or can be fetched at `url` until `expiresAt`. */
export type MadeFile = {
  filename: string;
  contentType: string;
  path: string;
  fileSize: number;
  url: string;
  expiresAt: Date;
};

/** The file as the only attachment; none when it is too large for that. */
export function attachmentOf(file: MadeFile | null): Attachment[] {
  return file && file.fileSize <= MOST_BYTES
    ? [{ filename: file.filename, contentType: file.contentType, path: file.path }]
    : [];
}

/** Where the file is to be fetched; null when it goes with the mail. */
export function linkOf(file: MadeFile | null): { url: string; until: string } | null {
  return file && file.fileSize > MOST_BYTES
    ? { url: file.url, until: file.expiresAt.toISOString().slice(0, 10) }
    : null;
}
