import type { App } from '../../app.ts';
import { Excess, reasonOf, RefusedLogin, ThreadEnded } from '../../channels/email/imap/failures.ts';
import { faultOf } from '../../db/faults.ts';
import { reachableAddress } from '../../guarded-look-up.ts';
import { openLookUp } from '../../look-up.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import {
  type ClaimedMailbox,
  claimMailboxes,
  giveBackMailboxes,
  heldMailboxes,
  renewMailboxes,
} from '../../resources/provider_callbacks/mailboxes/claim-mailboxes.ts';
import { giveUpLogin } from '../../resources/provider_callbacks/mailboxes/give-up-login.ts';
import {
  type EndedReading,
  endReading,
  LostMailbox,
} from '../../resources/provider_callbacks/mailboxes/keep-fetched.ts';
import { MINUTE, SECOND } from '../../time.ts';
import { unwatchedClock } from '../clock/wall-clock.ts';
import { openRounds } from '../deliveries/rounds.ts';
import { logFailure } from '../queue/log-failure.ts';
import { openLostClaims } from '../queue/lost-claims.ts';
import { openExcesses } from './excesses.ts';
import { noteProblem, TELLING_FAILURES } from './note-problem.ts';
import { LostMailboxAccess } from './open-mailbox.ts';
import { type Reading, readMailbox } from './read-mailbox.ts';
import { openSlots } from './slots.ts';
import { openTroubles } from './troubles.ts';

/** How long a lease lasts; it is renewed well before its end. */
const LEASE_MS = MINUTE;
const RENEW_MS = 15 * SECOND;
/** Mailboxes that a process has open, most of which wait for mail; further ones are opened in turns. */
const MOST_OPEN = 200;
/** Most connections with a request under way at the same time. */
const MOST_BUSY = 4;
/** The same per account, because its mail servers may be slow. */
const MOST_BUSY_OF_ACCOUNT = 2;
/** How long the look-up of a mail server may take. */
const LOOK_UP_MS = 15 * SECOND;
/** The longest pause after failures, unless mailboxes are read less often anyway. */
const LONGEST_PAUSE_MS = 15 * MINUTE;

/** For those whose thread has ended because of another one. */
const THREAD_PAUSE_MS = SECOND;

/** Times in a row that a server may refuse the login before an administrator has to put it right. */
const MOST_REFUSALS = 10;

/** Reads the mailboxes of e-mail channels in the background. */
export type Mailboxes = {
  /** Looks for mailboxes that are due, and for those that this process must no longer read. */
  wake(): void;
  /** Ends all connections; what has been fetched is stored before. */
  stop(): Promise<void>;
};

/** A mailbox is read by one process at a time, which holds its lease while it waits for mail, too. */
export function startMailboxes(app: App, clock = unwatchedClock(app)): Mailboxes {
  const lookUp = openLookUp(LOOK_UP_MS);
  const open = new Map<ClaimedMailbox, { controller: AbortController; ended: Promise<void> }>();
  const lost = openLostClaims(async (name) => giveBackMailboxes(app.tx(), name, await clock.now()));
  const rounds = openRounds(() =>
    look().catch((error: unknown) => logFailure(app.log, error, 'cannot look for mailboxes')),
  );
  const reading: Reading = {
    app,
    addressOf: (host) => reachableAddress(host, app.config.webhooks.allowed_networks, lookUp),
    slots: openSlots(MOST_BUSY, MOST_BUSY_OF_ACCOUNT),
    isCrowded: () => open.size >= MOST_OPEN,
    troubles: openTroubles(),
    excesses: openExcesses(),
  };
  let stopped = false;
  let renewedAt = 0;

  async function look(): Promise<void> {
    const now = await clock.now();
    const leaseEnd = new Date(now.getTime() + LEASE_MS);
    const held = await heldMailboxes(app.tx(), [...open.keys()]);
    for (const [mailbox, { controller }] of open) if (!held.has(mailbox.id)) controller.abort();
    // The absolute difference, because the clock may have been set back.
    if (open.size > 0 && Math.abs(now.getTime() - renewedAt) >= RENEW_MS) {
      await renewMailboxes(app.tx(), [...open.keys()], leaseEnd);
      renewedAt = now.getTime();
    }
    const most = MOST_OPEN - open.size;
    if (stopped || most <= 0) return;
    const claimed = await lost.claim((name) => claimMailboxes(app.tx(), most, name, now, leaseEnd));
    for (const mailbox of claimed) start(mailbox);
  }

  function start(mailbox: ClaimedMailbox): void {
    const controller = new AbortController();
    const ended = read(mailbox, controller.signal)
      .catch((error: unknown) => logFailure(app.log, error, 'cannot give a mailbox back: it waits for its lease'))
      .finally(() => open.delete(mailbox));
    open.set(mailbox, { controller, ended });
  }

  async function read(claimed: ClaimedMailbox, signal: AbortSignal): Promise<void> {
    const pollMs = app.config.channels.poll_seconds * SECOND;
    let mailbox = claimed;
    const noteSuccess = () => void (mailbox = { ...claimed, failures: 0, refusals: 0 });
    try {
      const isAtOnce = await readMailbox(reading, claimed, noteSuccess, signal);
      await end(claimed, { pauseMs: isAtOnce ? 0 : pollMs, failures: 0, refusals: 0 });
    } catch (error) {
      if (signal.aborted || error instanceof LostMailbox) await end(mailbox, { ...mailbox, pauseMs: 0 });
      else if (error instanceof ThreadEnded) await end(mailbox, { ...mailbox, pauseMs: THREAD_PAUSE_MS });
      else if (error instanceof Excess) await endExceeded(mailbox, error, pollMs);
      else await endFailed(mailbox, error, pollMs);
    }
  }

  /** Tells of it at once, and waits longer with each time, also where the mailbox is read to its end in between. */
  async function endExceeded(mailbox: ClaimedMailbox, error: Excess, pollMs: number): Promise<void> {
    const times = reading.excesses.note(mailbox);
    const failures = Math.max(mailbox.failures + 1, TELLING_FAILURES);
    const facts = { inbox: mailbox.inboxId, account_id: mailbox.accountId, failures, reason: error.message };
    app.counts.channelErrors.note('email read');
    app.log.warn(facts, 'the server of a mailbox sends more than is read');
    await noteProblem(app, mailbox, error.message);
    await end(mailbox, { pauseMs: pauseAfter(times, pollMs), failures, refusals: mailbox.refusals });
  }

  async function endFailed(mailbox: ClaimedMailbox, error: unknown, pollMs: number): Promise<void> {
    const isRefused = error instanceof RefusedLogin;
    const failures = mailbox.failures + 1;
    const pauseMs = pauseAfter(failures, pollMs);
    const refusals = mailbox.refusals + (isRefused ? 1 : 0);
    const facts = { inbox: mailbox.inboxId, account_id: mailbox.accountId, failures };
    if (faultOf(error) !== null) logFailure(app.log, error, 'cannot store the mails of a mailbox yet', facts);
    else {
      app.counts.channelErrors.note('email read');
      app.log.warn({ ...facts, reason: reasonOf(error), is_refused: isRefused }, 'a mailbox cannot be read');
    }
    if (failures === TELLING_FAILURES) await noteProblem(app, mailbox, reasonOf(error));
    if (isRefused && refusals >= MOST_REFUSALS) await giveUp(mailbox, reasonOf(error));
    else await end(mailbox, { pauseMs: error instanceof LostMailboxAccess ? null : pauseMs, failures, refusals });
  }

  async function giveUp({ accountId, ...claim }: ClaimedMailbox, reason: string): Promise<void> {
    const { name } = await readAccount(app.tx(), accountId);
    await giveUpLogin(app.tx(), { ...claim, claim, account: { id: accountId, name }, reason }, app.now());
  }

  /** `pauseMs` null = it is not read again until its channel changes. */
  async function end(
    mailbox: ClaimedMailbox,
    { pauseMs, failures, refusals }: Omit<EndedReading, 'dueAt'> & { pauseMs: number | null },
  ): Promise<void> {
    const dueAt = pauseMs === null ? null : new Date((await clock.now()).getTime() + pauseMs);
    await endReading(app.tx(), mailbox, { dueAt, failures, refusals });
  }

  return {
    wake() {
      if (!stopped) rounds.request();
    },
    async stop() {
      stopped = true;
      await rounds.settled();
      for (const { controller } of open.values()) controller.abort();
      await Promise.all([...open.values()].map(({ ended }) => ended));
    },
  };
}

const pauseAfter = (failures: number, pollMs: number) =>
  Math.min(pollMs * 2 ** (failures - 1), Math.max(LONGEST_PAUSE_MS, pollMs));
