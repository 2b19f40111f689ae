import { storableReason } from '../../../fields/storable.ts';
import type { ParsedMail } from './mime/parsed-mail.ts';

/** That mails did not arrive. */
export type Bounce = {
  /** The Message-IDs that it may be about, without brackets, the likeliest first. */
  messageIds: string[];
  /** Whether it is given up; it may still arrive otherwise. */
  isFinal: boolean;
  /** Why, and who did not get it. */
  reason: string;
  /** The address that it did not reach; null = it does not say it. */
  recipient: string | null;
};

const DAEMON = /^(mailer-daemon|postmaster)@/i;
/** Message-IDs of this server's own mails. */
const OWN_ID = /conversation\/[\da-f-]{36}\/messages\/\d+@[\w.-]+/gi;
const MESSAGE_ID = /^message-id:\s*<([^<>\s]+)>/gim;

/** The bounce in the mail, by RFC 3464 or in the free text of mail servers; null = the mail is not a bounce. */
export function bounceIn(email: ParsedMail): Bounce | null {
  const { header } = email;
  const isReport = /report-type\s*=\s*"?delivery-status/i.test(header('content-type'));
  const isByServer = DAEMON.test(email.from[0]?.address ?? '') && !/^(no)?$/i.test(header('auto-submitted').trim());
  const failed = header('x-failed-recipients').trim();
  if (!isReport && failed === '' && !isByServer) return null;

  const parts = email.attachments.map(({ mimeType, content }) => ({ mimeType, text: textOf(content) }));
  const status = parts.find(({ mimeType }) => mimeType === 'message/delivery-status')?.text ?? '';
  const original = parts.filter(({ mimeType }) => /rfc822/.test(mimeType)).map(({ text }) => text);
  const all = [...original, email.text ?? ''].join('\n');
  const messageIds = [
    ...[...all.matchAll(MESSAGE_ID)].map(([, id = '']) => id),
    ...[...`${all} ${email.inReplyTo} ${email.references}`.matchAll(OWN_ID)].map(([id]) => id),
  ];
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*((?:.|\\r?\\n[ \\t])*)`, 'im').exec(status)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const recipient = (field('final-recipient') || field('original-recipient')).replace(/^[^;]*;\s*/, '') || failed;
  const diagnostic = field('diagnostic-code').replace(/^[^;]*;\s*/, '') || field('status') || email.subject;
  return {
    messageIds: [...new Set(messageIds)],
    isFinal: !/^(delayed|delivered|relayed|expanded)$/i.test(field('action')),
    recipient: /[^\s<>,;"]+@[^\s<>,;"]+/.exec(recipient)?.[0].toLowerCase() ?? null,
    reason: storableReason([recipient, diagnostic].filter((text) => text !== '').join(': ')),
  };
}

function textOf(content: Uint8Array): string {
  return Buffer.from(content).toString('latin1').slice(0, 100_000);
}
