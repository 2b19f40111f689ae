import { hash } from 'node:crypto';
import { type RawEvent, UNREAD } from '../receiving/receiver.ts';
import { type ReadHead, readHead } from './reading/read-head.ts';

/**
 * A raw mail as it is kept until it is handled, by whatever way it came, and its head. The Message-ID is the key, so a mail
 * that comes again is not kept again. Null = the head cannot be read; the event fails with the reason.
 */
export async function mailEvent(bytes: Uint8Array): Promise<{ event: RawEvent; head: ReadHead | null }> {
  const head = await readHead(bytes).catch(() => null);
  const event = {
    key: `mail ${head?.messageId ?? hash('sha256', bytes)}`,
    lane: head?.sender?.address ?? 'no sender',
    body: Buffer.from(bytes).toString('base64'),
  };
  return { event, head };
}

/** What is kept in the place of a mail that its server does not hand out; `name` tells it from others of the mailbox. */
export const missingMailEvent = (name: string): RawEvent => ({ key: `missing mail ${name}`, lane: UNREAD, body: '' });
