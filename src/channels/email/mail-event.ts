import { hash } from 'node:crypto';
import { type RawEvent, UNREAD } from '../receiving/receiver.ts';
import { type ReadHead, readHead } from './reading/read-head.ts';

/** Bytes of a mail; few mail servers take more. */
export const MAX_MAIL_BYTES = 35 * 1024 * 1024;

/** A mail as an event whose file is not stored yet, and its head; null = it cannot be read, and the event fails with the reason. */
export type MailEvent = { event: RawEvent; bytes: Uint8Array; head: ReadHead | null };

/**
 * A raw mail as it is kept until it is handled, by whatever way it came, and its head. The Message-ID is the key, with a digest
 * of the mail, so a mail that comes again is not kept again, and another one with the same Message-ID is.
 */
export async function mailEvent(bytes: Uint8Array): Promise<MailEvent> {
  const head = await readHead(bytes).catch(() => null);
  const event = {
    key: `mail ${head ? `${head.digest} ${head.messageId}` : hash('sha256', bytes)}`,
    lane: head?.sender?.address ?? 'no sender',
    body: '',
  };
  return { event, bytes, head };
}

/** What is kept in the place of a mail that its server does not hand out; `name` tells it from others of the mailbox. */
export const missingMailEvent = (name: string): RawEvent => ({ key: `missing mail ${name}`, lane: UNREAD, body: '' });
