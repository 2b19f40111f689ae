import { MAX_MAIL_BYTES } from '../mail-event.ts';
import type { ImapConnection } from './aside/imap-connection.ts';
import type { FetchedMail, Folder, Sized } from './aside/protocol.ts';
import { isAnswer } from './failures.ts';
import type { Position } from './position.ts';

/** Mails to store together, and up to which UID the mailbox has been read with them. */
export type Batch = { mails: FetchedMail[]; lastUid: number };

/** How it is read after a connection broke off: mail by mail, and without the next one, where that is what breaks it off. */
export type Care = { isOneByOne: boolean; leavesOut: boolean };

/** Mails whose sizes are asked for at once. */
const SIZES_AT_ONCE = 200;
/** Mails that are fetched at once, and their bytes where they are more than one. */
const MOST_MAILS = 10;
const MOST_BYTES = 1024 * 1024;

/** The mails of the open folder after the position, in the order of their UIDs. @throws Error when the connection ends */
export async function* newMails(
  connection: ImapConnection,
  { exists, uidNext }: Folder,
  { lastUid, firstUid, since }: Position,
  { isOneByOne, leavesOut }: Care,
): AsyncGenerator<Batch> {
  if (exists === 0 || (uidNext !== undefined && uidNext <= lastUid + 1)) return;
  const uids = await uidsAfter(connection, lastUid);
  const isLate = ({ uid, internalDate }: Sized) => uid >= firstUid || internalDate === null || internalDate >= since;
  for (let from = 0; from < uids.length; from += SIZES_AT_ONCE) {
    const part = uids.slice(from, from + SIZES_AT_ONCE);
    const wanted = (await connection.sizes(part)).filter(isLate);
    let mayLeaveOut = leavesOut;
    for (const group of grouped(wanted, isOneByOne || leavesOut ? 1 : MOST_MAILS)) {
      const mails = mayLeaveOut ? [{ uid: group[0]?.uid ?? 0, bytes: null }] : await fetchMails(connection, group);
      mayLeaveOut = false;
      yield { mails, lastUid: group.at(-1)?.uid ?? lastUid };
    }
    yield { mails: [], lastUid: part.at(-1) ?? lastUid };
  }
}

async function uidsAfter(connection: ImapConnection, lastUid: number): Promise<number[]> {
  const found = await connection.search({ uid: `${lastUid + 1}:*` });
  if (!found) throw new Error('the server does not say which mails there are');
  // The range always has the last mail in it, whatever its number is.
  return found.filter((uid) => uid > lastUid);
}

function grouped(mails: readonly Sized[], most: number): Sized[][] {
  const groups: Sized[][] = [];
  let bytes = 0;
  for (const mail of mails) {
    const group = groups.at(-1);
    bytes += mail.size;
    if (group && group.length < most && bytes <= MOST_BYTES) group.push(mail);
    else {
      groups.push([mail]);
      bytes = mail.size;
    }
  }
  return groups;
}

async function fetchMails(connection: ImapConnection, group: readonly Sized[]): Promise<FetchedMail[]> {
  const [first] = group;
  if (!first) return [];
  if (first.size > MAX_MAIL_BYTES) return [await connection.head(first)];
  try {
    // What is missing has been deleted meanwhile.
    return await connection.mails(group.map(({ uid }) => uid));
  } catch (error) {
    if (!isAnswer(error) || group.length === 1) throw error;
    return fetchOneByOne(connection, group, error);
  }
}

/** After the server has refused to hand out all of them: those that it refuses now, although it hands out others, are missing. */
async function fetchOneByOne(
  connection: ImapConnection,
  group: readonly Sized[],
  refusal: unknown,
): Promise<FetchedMail[]> {
  const mails: FetchedMail[] = [];
  for (const mail of group) {
    const fetched = await fetchMails(connection, [mail]).catch((error: unknown) => {
      if (!isAnswer(error)) throw error;
      return [{ uid: mail.uid, bytes: null }];
    });
    mails.push(...fetched);
  }
  if (mails.every(({ bytes }) => bytes === null)) throw refusal;
  return mails;
}
