import type { Attachment, Email } from 'postal-mime';
import { bytesOf } from './mail-files.ts';
import { readTnef, type Tnef } from './tnef.ts';

const TYPES = ['application/ms-tnef', 'application/vnd.ms-tnef'];
const NAME = /^winmail\.dat$/i;

/**
 * The mail with what Outlook has packed into a `winmail.dat`: its files, and its text where the mail has none itself. One that
 * cannot be read, or has nothing of this, stays a file. RTF is unpacked only where the mail has no text, for the first: a mail
 * may have hundreds, and unpacking them would take minutes in which nothing else is done.
 */
export function withoutWinmail(email: Email): Email {
  const isSilent = !email.text?.trim() && !email.html?.trim();
  const first = email.attachments.find(isWinmail);
  const unpacked = email.attachments.map((attachment) => ({
    attachment,
    tnef: isWinmail(attachment) ? unpack(attachment, isSilent && attachment === first) : null,
  }));
  const said = unpacked.find(({ tnef }) => tnef?.text || tnef?.html)?.tnef;
  const { text, html } = isSilent && said ? said : email;
  const attachments = unpacked.flatMap(({ attachment, tnef }) => (tnef ? tnef.files.map(asAttachment) : [attachment]));
  return { ...email, ...(text && { text }), ...(html && { html }), attachments };
}

const isWinmail = ({ mimeType, filename }: Attachment) => TYPES.includes(mimeType) || NAME.test(filename ?? '');

function unpack(attachment: Attachment, readsRtf: boolean): Tnef | null {
  try {
    const tnef = readTnef(bytesOf(attachment), readsRtf);
    const isEmpty = tnef.files.length === 0 && tnef.text === null && tnef.html === null && !tnef.hasUnreadRtf;
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
