import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';
import { MAX_MAIL_BYTES } from '../mail-event.ts';

/** What a server may send in answer to one command: the largest mail, with what belongs to it. */
const MOST_RECEIVED_BYTES = MAX_MAIL_BYTES + 5 * 1024 * 1024;

/**
 * What the server says of these mails, by their UIDs. What it says of others is left out, and counts: a server may send as much as
 * it wants to, whatever sizes it has told.
 * @throws Error when it sends more than any answer has; the connection is closed then
 */
export async function fetchAsked(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchMessageObject[]> {
  const asked = new Set(uids);
  const found = new Map<number, FetchMessageObject>();
  const before = client.stats().received;
  for await (const mail of client.fetch(uids.join(','), { ...query, uid: true }, { uid: true })) {
    if (client.stats().received - before > MOST_RECEIVED_BYTES) {
      client.close();
      throw new Error('the server sends more than it was asked for');
    }
    // It may tell of a mail again, as when its flags change.
    if (asked.has(mail.uid)) found.set(mail.uid, { ...found.get(mail.uid), ...mail });
  }
  return [...found.values()].toSorted((a, b) => a.uid - b.uid);
}
