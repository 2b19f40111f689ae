import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../app.ts';
import type { ImapConnection } from '../../channels/email/imap/aside/imap-connection.ts';
import { ThreadEnded } from '../../channels/email/imap/failures.ts';
import type { AddressOf } from '../../channels/email/imap/imap-server.ts';
import { type Batch, newMails } from '../../channels/email/imap/new-mails.ts';
import { type Position, positionIn } from '../../channels/email/imap/position.ts';
import type { ClaimedMailbox } from '../../resources/provider_callbacks/mailboxes/claim-mailboxes.ts';
import { keepFetched, LostMailbox, noteRead } from '../../resources/provider_callbacks/mailboxes/keep-fetched.ts';
import { findReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import { MINUTE, SECOND } from '../../time.ts';
import type { Excesses } from './excesses.ts';
import { noteProblem, TELLING_FAILURES } from './note-problem.ts';
import { openMailbox } from './open-mailbox.ts';
import type { Slots } from './slots.ts';
import type { Troubles } from './troubles.ts';

/** The shared means of reading mailboxes in a process. */
export type Reading = {
  app: App;
  addressOf: AddressOf;
  /** For connections that are asked for something; those that wait for mail need none. */
  slots: Slots;
  /** Whether other mailboxes have to wait while connections are kept. */
  isCrowded(): boolean;
  troubles: Troubles;
  excesses: Excesses;
};

/** A connection that waits for mail is looked after at least so often. */
const LONGEST_WAIT_MS = 9 * MINUTE;
/** It is not looked after more often than this. */
const SHORTEST_WAIT_MS = SECOND;
/** A connection older than this may be closed by its server without being a failure. */
const USUAL_LIFE_MS = MINUTE;
/** How long a mailbox may have a slot: a server may send as slowly as it wants to. What was stored until then is kept. */
const LONGEST_STAY_MS = 3 * MINUTE;
/** After each batch, the database is left to requests for as long as storing it took, within these bounds. */
const SHORTEST_REST_MS = 4;
const LONGEST_REST_MS = 100;

/** The time of the last complete reading is stored at least this often. */
const NOTE_AGAIN_MS = 10 * MINUTE;

/** A mailbox under way, with its present state. */
type Open = {
  mailbox: ClaimedMailbox;
  connection: ImapConnection;
  signal: AbortSignal;
  /** Whether any batch has been stored. */
  hasMoved: boolean;
};

/**
 * Reads the mailbox to its end, calls `onRead`, and goes on while mails come, as far as its server tells of them: until the
 * connection ends after some time, its reading takes too long, other mailboxes wait, or `signal` is aborted. Returns whether it
 * should be opened again at once.
 * @throws RefusedLogin; LostMailboxAccess; LostMailbox; Excess; ThreadEnded; Error when it cannot be read
 */
export async function readMailbox(
  reading: Reading,
  mailbox: ClaimedMailbox,
  onRead: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { app, addressOf, slots, excesses } = reading;
  const inbox = await findReceivingInbox(app.tx(), mailbox.inboxId);
  if (!inbox) return false;
  const tooLong = new AbortController();
  const inSlot = <T>(work: () => Promise<T>) => slots(mailbox.accountId, () => endedInTime(work, tooLong));
  const either = AbortSignal.any([signal, tooLong.signal]);
  const means = { channelId: mailbox.channelId, addressOf, isApart: excesses.isSuspect(mailbox.accountId) };
  const connection = await inSlot(() => openMailbox(app, inbox, means, either));
  const openedAt = performance.now();
  const open: Open = { mailbox, connection, signal, hasMoved: false };
  try {
    for (;;) {
      open.mailbox = await inSlot(() => readNew(reading, open));
      onRead();
      if (!connection.canIdle || reading.isCrowded()) return false;
      await connection.wait({ shortestMs: SHORTEST_WAIT_MS, longestMs: waitOf(app) });
      if (!connection.isOpen && performance.now() - openedAt >= USUAL_LIFE_MS) return true;
    }
  } catch (error) {
    // A large mailbox is read in several turns, which is no failure.
    const isOneTurn = tooLong.signal.aborted && !signal.aborted && open.hasMoved && !(error instanceof LostMailbox);
    if (!isOneTurn) throw error;
    await noteMended(app, open.mailbox);
    return true;
  } finally {
    connection.close();
  }
}

/** Does the work, and aborts `tooLong`, which must end it, when it takes too long. */
async function endedInTime<T>(work: () => Promise<T>, tooLong: AbortController): Promise<T> {
  const timer = setTimeout(() => tooLong.abort(), LONGEST_STAY_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

const waitOf = ({ config }: App) => Math.min(config.channels.poll_seconds * SECOND, LONGEST_WAIT_MS);

/** Stores what is new, and returns the mailbox as it is known then. */
async function readNew({ app, troubles }: Reading, open: Open): Promise<ClaimedMailbox> {
  const { mailbox, connection, signal } = open;
  const folder = await connection.openFolder();
  let position = await positionIn(connection, folder, mailbox.known, app.now());
  const batches = newMails(connection, folder, position, troubles.careAt(mailbox.id, position.lastUid));
  for (;;) {
    const { done, value } = await batches.next().catch((error: unknown) => {
      if (!signal.aborted && !(error instanceof ThreadEnded)) troubles.note(mailbox.id, position.lastUid);
      throw error;
    });
    if (done) break;
    position = { ...position, lastUid: value.lastUid };
    await keep(app, mailbox, value, position);
    open.hasMoved = true;
  }
  troubles.forget(mailbox.id);
  return noteEnd(app, mailbox, position);
}

async function noteEnd(app: App, mailbox: ClaimedMailbox, position: Position): Promise<ClaimedMailbox> {
  const { known, failures } = mailbox;
  const now = app.now();
  const isNoted = known.readAt !== null && now.getTime() - known.readAt.getTime() < NOTE_AGAIN_MS && failures === 0;
  // Before the failures are forgotten: when the process ends in between, the next reading takes the problem away.
  await noteMended(app, mailbox);
  if (!isNoted) await noteRead(app.tx(), mailbox, position, now);
  return { ...mailbox, failures: 0, refusals: 0, known: { position, readAt: isNoted ? known.readAt : now } };
}

async function noteMended(app: App, mailbox: ClaimedMailbox): Promise<void> {
  if (mailbox.failures >= TELLING_FAILURES) await noteProblem(app, mailbox, null);
}

async function keep(app: App, mailbox: ClaimedMailbox, { mails }: Batch, position: Position): Promise<void> {
  for (const { uid, bytes } of mails) {
    if (bytes === null) app.log.warn({ inbox: mailbox.inboxId, uid }, 'a mail of the mailbox cannot be fetched');
  }
  const startedAt = performance.now();
  await keepFetched(app.tx(), app.config.data_dir, mailbox, mails, position, app.now());
  await sleep(Math.min(Math.max(performance.now() - startedAt, SHORTEST_REST_MS), LONGEST_REST_MS));
}
