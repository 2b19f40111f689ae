import type { ImapFlow, ImapFlowError, MailboxObject } from 'imapflow';
import { MAX_MAIL_BYTES } from '../mail-event.ts';
import { fetchAsked } from './fetch-asked.ts';
import type { Position } from './position.ts';
import { shortenedMail } from './shortened-mail.ts';

/** A mail of the mailbox; `bytes` null = the server does not hand it out. */
export type FetchedMail = { uid: number; bytes: Uint8Array | null };

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
  client: ImapFlow,
  { exists, uidNext }: MailboxObject,
  { lastUid, firstUid, since }: Position,
  { isOneByOne, leavesOut }: Care,
): AsyncGenerator<Batch> {
  if (exists === 0 || (uidNext !== undefined && uidNext <= lastUid + 1)) return;
  const uids = await uidsAfter(client, lastUid);
  const isLate = ({ uid, internalDate }: Sized) => uid >= firstUid || internalDate === null || internalDate >= since;
  for (let from = 0; from < uids.length; from += SIZES_AT_ONCE) {
    const part = uids.slice(from, from + SIZES_AT_ONCE);
    const wanted = (await sizesOf(client, part)).filter(isLate);
    let mayLeaveOut = leavesOut;
    for (const group of grouped(wanted, isOneByOne || leavesOut ? 1 : MOST_MAILS)) {
      const mails = mayLeaveOut ? [{ uid: group[0]?.uid ?? 0, bytes: null }] : await fetchMails(client, group);
      mayLeaveOut = false;
      yield { mails, lastUid: group.at(-1)?.uid ?? lastUid };
    }
    yield { mails: [], lastUid: part.at(-1) ?? lastUid };
  }
}

async function uidsAfter(client: ImapFlow, lastUid: number): Promise<number[]> {
  const found = await client.search({ uid: `${lastUid + 1}:*` }, { uid: true });
  if (!found) throw new Error('the server does not say which mails there are');
  // The range always has the last mail in it, whatever its number is.
  return found.filter((uid) => uid > lastUid).toSorted((a, b) => a - b);
}

type Sized = { uid: number; size: number; internalDate: Date | null };

async function sizesOf(client: ImapFlow, uids: readonly number[]): Promise<Sized[]> {
  const found = await fetchAsked(client, uids, { size: true, internalDate: true });
  return found.map(({ uid, size = 0, internalDate }) => ({ uid, size, internalDate: dateOf(internalDate) }));
}

function dateOf(given: Date | string | undefined): Date | null {
  const date = new Date(given ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
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

async function fetchMails(client: ImapFlow, group: readonly Sized[]): Promise<FetchedMail[]> {
  const [first] = group;
  if (!first) return [];
  if (first.size > MAX_MAIL_BYTES) return [await fetchHead(client, first)];
  try {
    const uids = group.map(({ uid }) => uid);
    const found = await fetchAsked(client, uids, { source: true });
    // What is missing has been deleted meanwhile.
    return found.map(({ uid, source }) => ({ uid, bytes: source ?? null }));
  } catch (error) {
    if (!isAnswer(error) || group.length === 1) throw error;
    return fetchOneByOne(client, group, error);
  }
}

/** After the server has refused to hand out all of them: those that it refuses now, although it hands out others, are missing. */
async function fetchOneByOne(client: ImapFlow, group: readonly Sized[], refusal: unknown): Promise<FetchedMail[]> {
  const mails: FetchedMail[] = [];
  for (const mail of group) {
    const fetched = await fetchMails(client, [mail]).catch((error: unknown) => {
      if (!isAnswer(error)) throw error;
      return [{ uid: mail.uid, bytes: null }];
    });
    mails.push(...fetched);
  }
  if (mails.every(({ bytes }) => bytes === null)) throw refusal;
  return mails;
}

async function fetchHead(client: ImapFlow, { uid, size }: Sized): Promise<FetchedMail> {
  const [found] = await fetchAsked(client, [uid], { headers: true });
  return { uid, bytes: found?.headers ? shortenedMail(found.headers, size) : null };
}

/** Whether the server has answered, but not that it is asked too often. */
function isAnswer(error: unknown): boolean {
  const { responseStatus, code } = error as ImapFlowError;
  return code === undefined && (responseStatus === 'NO' || responseStatus === 'BAD');
}
