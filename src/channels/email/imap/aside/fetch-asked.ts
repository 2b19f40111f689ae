import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';

/** The server's answers about these mails, by their UIDs. Answers about other mails are left out, and count (`Bounds`). */
export async function fetchAsked(
  client: ImapFlow,
  uids: readonly number[],
  query: FetchQueryObject,
): Promise<FetchMessageObject[]> {
  const asked = new Set(uids);
  const found = new Map<number, FetchMessageObject>();
  for await (const mail of client.fetch(uids.join(','), { ...query, uid: true }, { uid: true })) {
    // It may tell of a mail again, as when its flags change.
    if (asked.has(mail.uid)) found.set(mail.uid, { ...found.get(mail.uid), ...mail });
  }
  return [...found.values()].toSorted((a, b) => a.uid - b.uid);
}
