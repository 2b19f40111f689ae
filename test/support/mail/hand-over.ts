import { randomUUID } from 'node:crypto';
import type { TestApp } from '../app.ts';

/** The setting with which mails are taken from `handOver`. */
export const INBOUND = { 'mail.inbound_password': 'from-the-mail-server' };

type Head = {
  name?: string;
  from: string;
  to: string;
  subject?: string;
  /** Its own unless given. */
  messageId?: string;
  inReplyTo?: string | undefined;
  more?: string;
};

/** A raw mail. */
export function mailOf(text: string, { from, to, inReplyTo, more = '', ...head }: Head): string {
  const { name = 'Somebody', subject = 'Re: New messages', messageId = `<${randomUUID()}@example.com>` } = head;
  const answers = inReplyTo === undefined ? '' : `In-Reply-To: ${inReplyTo}\r\n`;
  const begin = `From: ${name} <${from}>\r\nTo: ${to}\r\nSubject: ${subject}\r\n`;
  return `${begin}Message-ID: ${messageId}\r\n${answers}${more}\r\n${text}\r\n`;
}

/** Hands the mail over as a mail server does. Returns the status of the answer. */
export async function handOver({ url }: TestApp, mail: string | Buffer): Promise<number> {
  const login = Buffer.from(`actionmailbox:${INBOUND['mail.inbound_password']}`).toString('base64');
  const { status } = await fetch(`${url}/rails/action_mailbox/relay/inbound_emails`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', authorization: `Basic ${login}` },
    body: typeof mail === 'string' ? mail : new Uint8Array(mail),
  });
  return status;
}
