import { parseHead } from './mime/parse-mail.ts';
import { HEAD_BYTES } from './read-head.ts';
import type { ReadMail } from './read-mail.ts';
import { wholeHead } from './whole-head.ts';

/** Shown to agents in the place of such a mail. */
const NOTE = 'This mail takes too long to read. All of it is in the attached file.';

/** A mail that takes too long to read: what the beginning of its head says, and the whole mail as a file. */
export async function mailAsFile(bytes: Uint8Array): Promise<ReadMail> {
  const file = { name: 'message.eml', contentType: 'message/rfc822', contentId: null, isInline: false, bytes };
  return {
    ...wholeHead(await parseHead(bytes.subarray(0, HEAD_BYTES)), bytes),
    content: NOTE,
    text: null,
    html: null,
    files: [file],
    bounce: null,
  };
}
