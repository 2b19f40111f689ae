import type { MailAttachment, ParsedMail } from './mime/parsed-mail.ts';
import { readTnef, type Tnef } from './tnef.ts';

const TYPES = ['application/ms-tnef', 'application/vnd.ms-tnef'];
const NAME = /^winmail\.dat$/i;

/**
 * The mail with the content of Outlook's `winmail.dat`: its files, and its text if the mail has no own text. An unreadable
 * or empty `winmail.dat` stays a file. RTF is unpacked only for a mail without text, and only from the first: a mail may
 * have hundreds, and unpacking all would block the thread for minutes.
 */
export function withoutWinmail(email: ParsedMail): ParsedMail {
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

const isWinmail = ({ mimeType, filename }: MailAttachment) => TYPES.includes(mimeType) || NAME.test(filename);

function unpack(attachment: MailAttachment, readsRtf: boolean): Tnef | null {
  try {
    const tnef = readTnef(attachment.content, readsRtf);
    const isEmpty = tnef.files.length === 0 && tnef.text === null && tnef.html === null && !tnef.hasUnreadRtf;
    return isEmpty ? null : tnef;
  } catch {
    return null;
  }
}

const asAttachment = ({ name, contentType, contentId, bytes }: Tnef['files'][number]): MailAttachment => ({
  filename: name,
  mimeType: contentType,
  contentId: contentId ?? '',
  content: bytes,
});
