import { copyFile, link } from 'node:fs/promises';
import type { WrittenFile } from './mail-files.ts';
import type { MailPlace } from './mail-place.ts';
import { parseHead } from './mime/parse-mail.ts';
import { withMailAt } from './raw-mail.ts';
import type { ReadMail } from './read-mail.ts';
import { wholeHead } from './whole-head.ts';

/** Shown to agents in the place of such a mail. */
const NOTE = 'This mail takes too long to read. All of it is in the attached file.';

/** A mail that takes too long to read: what the beginning of its head says, and the whole mail as a file. */
export async function mailAsFile({ path, filesAt }: MailPlace): Promise<ReadMail<WrittenFile>> {
  const own = `${filesAt}-0`;
  // Neither is written again, so both names can be of the same bytes.
  await link(path, own).catch(() => copyFile(path, own));
  return withMailAt(path, async (mail) => {
    const file = { name: 'message.eml', contentType: 'message/rfc822', contentId: null, isInline: false };
    return {
      ...(await wholeHead(await parseHead(mail.head), mail)),
      content: NOTE,
      text: null,
      html: null,
      files: [{ ...file, path: own, size: mail.size }],
      isReaction: false,
      bounce: null,
    };
  });
}
