import type { Attachment, Email } from 'postal-mime';
import { bytesOf } from './mail-files.ts';
import { readTnef, type Tnef } from './tnef.ts';

const TYPES = ['application/ms-tnef', 'application/vnd.ms-tnef'];
const NAME = /^winmail\.dat$/i;

/**
 * The mail with what Outlook has packed into a `winmail.dat`: its files, and its text where the mail has none itself. One that
 * cannot be read, or has nothing of this, stays a file.
 */
export function withoutWinmail(email: Email): Email {
  const unpacked = email.attachments.map((attachment) => ({ attachment, tnef: unpack(attachment) }));
  const said = unpacked.find(({ tnef }) => tnef?.text || tnef?.html)?.tnef;
  const isSilent = !email.text?.trim() && !email.html?.trim();
  const { text, html } = isSilent && said ? said : email;
  const attachments = unpacked.flatMap(({ attachment, tnef }) => (tnef ? tnef.files.map(asAttachment) : [attachment]));
  return { ...email, ...(text && { text }), ...(html && { html }), attachments };
}

function unpack(attachment: Attachment): Tnef | null {
  if (!TYPES.includes(attachment.mimeType) && !NAME.test(attachment.filename ?? '')) return null;
  try {
    const tnef = readTnef(bytesOf(attachment));
    const isEmpty = tnef.files.length === 0 && tnef.text === null && tnef.html === null;
    return isEmpty ? null : tnef;
  } catch {
    return null;
  }
}

function asAttachment({ name, contentType, contentId, bytes }: Tnef['files'][number]): Attachment {
  return {
    filename: name,
    mimeType: contentType,
    disposition: 'attachment',
    ...(contentId !== null && { contentId }),
    content: Uint8Array.from(bytes).buffer,
  };
}
