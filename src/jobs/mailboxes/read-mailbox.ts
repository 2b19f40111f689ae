import type { ImapFlow } from 'imapflow';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../app.ts';
import type { AddressOf } from '../../channels/email/imap/imap-server.ts';
import { type Batch, newMails } from '../../channels/email/imap/new-mails.ts';
import { openFolder, type Position, positionIn } from '../../channels/email/imap/position.ts';
import { waitForMail } from '../../channels/email/imap/wait-for-mail.ts';
import type { ClaimedMailbox } from '../../resources/provider_callbacks/mailboxes/claim-mailboxes.ts';
import { keepFetched, noteRead } from '../../resources/provider_callbacks/mailboxes/keep-fetched.ts';
import { findReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import { MINUTE, SECOND } from '../../time.ts';
import { noteProblem, TELLING_FAILURES } from './note-problem.ts';
import { openMailbox } from './open-mailbox.ts';
import type { Slots } from './slots.ts';
import type { Troubles } from './troubles.ts';

/** What all mailboxes of a process are read with. */
export type Reading = {
  app: App;
  addressOf: AddressOf;
  /** For connections that are asked for something; those that wait for mail need none. */
  slots: Slots;
  /** Whether other mailboxes have to wait while connections are kept. */
  isCrowded(): boolean;
  troubles: Troubles;
};

/** A connection that waits for mail is looked after at least so often. */
const LONGEST_WAIT_MS = 9 * MINUTE;
/** It is not looked after more often than this. */
const SHORTEST_WAIT_MS = SECOND;
/** How long a connection lasts of which it is no wonder that its server ends it. */
const USUAL_LIFE_MS = MINUTE;
/** After each batch, the database is left to requests for as long as storing it took, within these bounds. */
const SHORTEST_REST_MS = 4;
const LONGEST_REST_MS = 100;

/** That it was read to its end is stored again after this time, where nothing else is. */
const NOTE_AGAIN_MS = 10 * MINUTE;

/** A mailbox that is read, with what is known of it by now. */
type Open = { mailbox: ClaimedMailbox; client: ImapFlow; signal: AbortSignal };

/**
 * Reads the mailbox to its end, calls `onRead`, and goes on while mails come, as far as its server tells of them: until the
 * connection ends after some time, other mailboxes wait, or `signal` is aborted. Returns whether it should be opened again
 * at once.
 * @throws RefusedLogin; LostMailboxAccess; LostMailbox; Error when it cannot be read
 */
export async function readMailbox(
  reading: Reading,
  mailbox: ClaimedMailbox,
  onRead: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { app, addressOf, slots } = reading;
  const inbox = await findReceivingInbox(app.tx(), mailbox.inboxId);
  if (!inbox) return false;
  const client = await slots(() => openMailbox(app, inbox, { channelId: mailbox.channelId, addressOf }, signal));
  const openedAt = performance.now();
  try {
    const open = { mailbox, client, signal };
    for (;;) {
      open.mailbox = await slots(() => readNew(reading, open));
      onRead();
      if (!client.capabilities.has('IDLE') || reading.isCrowded()) return false;
      await waitForMail(client, { shortestMs: SHORTEST_WAIT_MS, longestMs: waitOf(app) });
      if (!client.usable && performance.now() - openedAt >= USUAL_LIFE_MS) return true;
    }
  } finally {
    client.close();
  }
}

const waitOf = ({ config }: App) => Math.min(config.channels.poll_seconds * SECOND, LONGEST_WAIT_MS);

/** Stores what is new, and returns the mailbox as it is known then. */
async function readNew({ app, troubles }: Reading, { mailbox, client, signal }: Open): Promise<ClaimedMailbox> {
  const folder = await openFolder(client);
  let position = await positionIn(client, folder, mailbox.known, app.now());
  const batches = newMails(client, folder, position, troubles.careAt(mailbox.id, position.lastUid));
  for (;;) {
    const { done, value } = await batches.next().catch((error: unknown) => {
      if (!signal.aborted) troubles.note(mailbox.id, position.lastUid);
      throw error;
    });
    if (done) break;
    position = { ...position, lastUid: value.lastUid };
    await keep(app, mailbox, value, position);
  }
  troubles.forget(mailbox.id);
  return noteEnd(app, mailbox, position);
}

async function noteEnd(app: App, mailbox: ClaimedMailbox, position: Position): Promise<ClaimedMailbox> {
  const { known, failures } = mailbox;
  const now = app.now();
  const isNoted = known.readAt !== null && now.getTime() - known.readAt.getTime() < NOTE_AGAIN_MS && failures === 0;
  // Before the failures are forgotten: when the process ends in between, the next reading takes the problem away.
  if (failures >= TELLING_FAILURES) await noteProblem(app, mailbox, null);
  if (!isNoted) await noteRead(app.tx(), mailbox, position, now);
  return { ...mailbox, failures: 0, refusals: 0, known: { position, readAt: isNoted ? known.readAt : now } };
}

async function keep(app: App, mailbox: ClaimedMailbox, { mails }: Batch, position: Position): Promise<void> {
  for (const { uid, bytes } of mails) {
    if (bytes === null) app.log.warn({ inbox: mailbox.inboxId, uid }, 'a mail of the mailbox cannot be fetched');
  }
  const startedAt = performance.now();
  await keepFetched(app.tx(), mailbox, mails, position, app.now());
  await sleep(Math.min(Math.max(performance.now() - startedAt, SHORTEST_REST_MS), LONGEST_REST_MS));
}
