import { type RawEvent, UNREAD } from '../receiving/receiver.ts';
import { sumOf } from './reading/digest.ts';
import { withMailAt } from './reading/raw-mail.ts';
import { type ReadHead, readHead, recipientsInHead } from './reading/read-head.ts';

/** Bytes of a mail; few mail servers take more. */
export const MAX_MAIL_BYTES = 35 * 1024 * 1024;

/** A mail at `path` as an event whose file is not stored yet, and the addresses that it is for, by its head. */
export type MailEvent = { event: RawEvent; path: string; addresses: readonly string[] };

/**
 * The event of the raw mail in the file at `path`, stored until it is handled. The key is the Message-ID with a digest, so
 * that the same mail is stored once, and another mail with the same Message-ID as well. An unreadable mail is also stored:
 * its event fails with the reason.
 * @throws Error when there is no such file
 */
export function mailEvent(path: string): Promise<MailEvent> {
  return withMailAt(path, async (mail) => {
    const head = await readHead(mail).catch(() => null);
    const key = `mail ${head ? `${head.digest} ${head.messageId}` : await sumOf(mail)}`;
    const event = { key, lane: head?.sender?.address ?? 'no sender', body: '' };
    return { event, path, addresses: addressesOf(head) ?? recipientsInHead(mail.head) };
  });
}

/** The recipients that mail servers have noted in the mail, else the recipients in its head, which its sender may choose. */
function addressesOf(head: ReadHead | null): readonly string[] | null {
  if (head === null) return null;
  return head.envelope.length > 0 ? head.envelope : head.recipients;
}

/** Stands for a mail that its server refuses to hand out; `name` identifies the mail in its mailbox. */
export const missingMailEvent = (name: string): RawEvent => ({ key: `missing mail ${name}`, lane: UNREAD, body: '' });
