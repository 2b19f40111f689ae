import { DAY } from '../../../time.ts';
import type { ImapConnection } from './aside/imap-connection.ts';
import type { Folder } from './aside/protocol.ts';

/** How far a mailbox has been read. */
export type Position = {
  /** To which the UIDs belong: with another one, the server has numbered all mails anew. */
  uidValidity: string;
  lastUid: number;
  /** Mails with smaller UIDs were there when reading began, and count only where they have come `since` then. */
  firstUid: number;
  since: Date;
};

/** What is known of a mailbox from before; `readAt`: when it was last read to its end. Nulls = it has not been read. */
export type Known = { position: Position | null; readAt: Date | null };

/** How far back mails are looked for that have come before the last reading, where the numbers do not tell. */
const LOOK_BACK_MS = 3 * DAY;

/**
 * Where reading goes on in the open folder. One that has not been read begins with the mails since yesterday; one whose
 * mails have new numbers, with those of the days before it was last read.
 */
export async function positionIn(
  connection: ImapConnection,
  { uidValidity, uidNext }: Folder,
  { position, readAt }: Known,
  now: Date,
): Promise<Position> {
  if (position?.uidValidity === uidValidity) return position;
  const since = position ? new Date((readAt ?? position.since).getTime() - LOOK_BACK_MS) : yesterday(now);
  // The server compares days, in a time zone of its own.
  const found = (await connection.search({ since: new Date(since.getTime() - DAY) })) ?? [];
  const firstUid = uidNext ?? found.reduce((most, uid) => Math.max(most, uid), 0) + 1;
  const lastUid = found.reduce((least, uid) => Math.min(least, uid), firstUid) - 1;
  return { uidValidity, lastUid, firstUid, since };
}

function yesterday(now: Date): Date {
  const day = new Date(now.getTime() - DAY);
  day.setUTCHours(0, 0, 0, 0);
  return day;
}
