import { LRUCache } from 'lru-cache';
import type { App } from '../../app.ts';
import { MINUTE, SECOND } from '../../time.ts';
import { claimJobs, type ClaimedJob, giveBack, giveBackJobs, renewLeases } from './claim-jobs.ts';
import type { JobHandler } from './handler.ts';
import { groupsOf, type JobGroup } from './job-groups.ts';
import { logFailure } from './log-failure.ts';
import { openLostClaims } from './lost-claims.ts';
import { runJob } from './run-job.ts';
import { unwatchedClock, type WallClock } from '../clock/wall-clock.ts';
import { shareJobs } from './share-jobs.ts';
import { accountKey } from './share-slots.ts';
import { waitingAccounts } from './waiting-accounts.ts';

/** How long a lease lasts; it is renewed well before its end. */
const LEASE_MS = 2 * MINUTE;
const RENEW_MS = 30 * SECOND;
/** Most accounts whose last turn is remembered. */
const REMEMBERED = 10_000;

/** Runs jobs in the background, several of each group (job-groups.ts) at the same time. */
export type JobRunner = {
  /** Looks for due jobs, now or as soon as slots are free. */
  wake(): void;
  /** Starts no more jobs, waits for those under way, and gives back those that do not end within `drain_seconds`. */
  stop(): Promise<void>;
};

/**
 * Runs jobs of the kinds that `handlers` has; other kinds stay pending.
 *
 * The steps of a job: `waitingAccounts` finds the accounts with due jobs, `shareJobs` shares the group's free slots between them,
 * `claimJobs` claims jobs, `runJob` runs the handler, and `finishJob` stores how it went.
 */
export function startJobRunner(
  app: App,
  handlers: Readonly<Record<string, JobHandler>>,
  clock: WallClock = unwatchedClock(app),
): JobRunner {
  const groups = groupsOf(Object.keys(handlers));
  const underWay = new Map<ClaimedJob, Promise<void>>();
  const served = new LRUCache<string, number>({ max: REMEMBERED });
  const lost = openLostClaims(async (name) => giveBackJobs(app.tx(), name, await clock.now()));
  const stopping = new AbortController();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopped = false;
  let renewedAt = 0;
  let turn = 0;

  const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

  /** Renews the leases, and starts jobs unless it is stopped. */
  async function look(): Promise<void> {
    await renew(await clock.now());
    do {
      lookAgain = false;
      for (const group of groups) await fill(group);
    } while (lookAgain);
  }

  async function fill(group: JobGroup): Promise<void> {
    const holders = [...underWay.keys()].filter(({ kind }) => group.kinds.includes(kind));
    if (holders.length >= group.most || stopped) return;
    const now = await clock.now();
    const tx = app.tx();
    const shares = shareJobs(group, holders, await waitingAccounts(tx, group.kinds, now), served);
    if (shares.length === 0) return;
    const ids = [...underWay.keys()].map(({ id }) => id);
    const claimed = await lost.claim((name) => claimJobs(tx, shares, ids, name, now, leaseEnd(now)));
    for (const job of claimed) start(job);
    // An account with fewer jobs than slots leaves slots for others.
    lookAgain ||= claimed.length > 0;
  }

  async function renew(now: Date): Promise<void> {
    // The absolute difference, because the clock may have been set back.
    if (Math.abs(now.getTime() - renewedAt) < RENEW_MS) return;
    renewedAt = now.getTime();
    await renewLeases(app.tx(), [...underWay.keys()], leaseEnd(now));
  }

  function start(job: ClaimedJob): void {
    turn += 1;
    served.set(accountKey(job.accountId), turn);
    const working = runJob(app, handlers, clock, job, stopping.signal)
      .catch((error: unknown) => logFailure(app.log, error, 'job broke off', { job: job.id, kind: job.kind }))
      .finally(() => {
        underWay.delete(job);
        wake();
      });
    underWay.set(job, working);
  }

  function wake(): void {
    if (stopped) return;
    lookAgain = true;
    lookNow();
  }

  function lookNow(): void {
    looking ??= look()
      .catch((error: unknown) => logFailure(app.log, error, 'cannot look for due jobs'))
      .finally(() => (looking = null));
  }

  return {
    wake,
    async stop() {
      stopped = true;
      await looking;
      // It renews leases; no more jobs are started.
      const keeping = setInterval(lookNow, SECOND);
      const isOver = await endsWithin(Promise.all(underWay.values()), app.config.server.drain_seconds * SECOND);
      clearInterval(keeping);
      await looking;
      if (isOver) return;
      const unfinished = [...underWay];
      const leases = unfinished.map(([job]) => job);
      await giveBack(app.tx(), leases, app.now()).catch((error: unknown) =>
        logFailure(app.log, error, 'cannot give jobs back: they are begun anew when their leases end'),
      );
      stopping.abort();
      await endsWithin(Promise.all(unfinished.map(([, working]) => working)), SECOND);
    },
  };
}

/** Whether `work` ends within `ms`. */
async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  const ended = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}
