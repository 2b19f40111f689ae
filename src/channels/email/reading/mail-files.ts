import { storable } from '../../../fields/storable.ts';
import type { MailAttachment, ParsedMail } from './mime/parsed-mail.ts';

/** A file in a mail. */
export type MailFile = AboutFile & {
  /** Decoded when they are asked for. */
  readonly bytes: Uint8Array;
  /** The same piece by piece. */
  pieces(): Iterable<Uint8Array>;
};

/** A file of a mail on the disk; `path` null = not written, because the mail has too many files. */
export type WrittenFile = AboutFile & { path: string | null; size: number };

type AboutFile = {
  name: string;
  contentType: string;
  /** By which the HTML names it, without brackets; null = it has none. */
  contentId: string | null;
  /** Whether the HTML shows it. */
  isInline: boolean;
};

/** Most files of a mail that are stored, and most further files that are listed by name. */
export const MOST_FILES = 100;

const NAME_LENGTH = 200;
/** Names of files without one, by their type. */
const NAMES: Record<string, string> = {
  'text/calendar': 'invite.ics',
  'message/rfc822': 'message.eml',
  'application/ms-tnef': 'winmail.dat',
};
/** What only programs read. */
const FOR_PROGRAMS = ['message/delivery-status', 'text/rfc822-headers', 'application/pgp-signature'];

/**
 * The files of the mail, in their order. A file belongs to the text when its Content-ID occurs in the HTML, whatever its
 * disposition says.
 */
export function filesOf({ attachments }: ParsedMail, html: string): MailFile[] {
  return attachments
    .filter(({ mimeType }) => !FOR_PROGRAMS.includes(mimeType))
    .map((attachment, index) => {
      const contentId = attachment.contentId.replaceAll(/[<>]/g, '').trim() || null;
      return {
        name: nameOf(attachment, index),
        contentType: storable(attachment.mimeType || 'application/octet-stream', NAME_LENGTH).toLowerCase(),
        contentId,
        isInline:
          contentId !== null && (html.includes(`cid:${contentId}`) || html.includes(`cid:${encodeURI(contentId)}`)),
        get bytes() {
          return attachment.content;
        },
        pieces: () => attachment.pieces?.() ?? [attachment.content],
      };
    });
}

function nameOf({ filename, mimeType }: MailAttachment, index: number): string {
  const given = storable(filename.replaceAll(/[\r\n\t]+/g, ' ').trim(), NAME_LENGTH);
  if (given !== '') return given;
  const [kind = '', subtype = ''] = mimeType.split('/');
  const known = NAMES[mimeType];
  return (
    known ?? (kind === 'image' && /^[a-z]+$/.test(subtype) ? `image-${index + 1}.${subtype}` : `file-${index + 1}`)
  );
}
