import type { App } from '../app.ts';
import { enqueueOnce } from '../queue.ts';
import { SECOND } from '../time.ts';
import { startDeliveries } from './deliveries/deliver-webhooks.ts';
import { openRounds } from './deliveries/rounds.ts';
import { type DueWork, findDueWork } from './due-work.ts';
import { followTimetable } from './clock/follow-timetable.ts';
import { startSearchIndexing } from './index-search.ts';
import { jobKinds } from './job-kinds.ts';
import { startMailboxes } from './mailboxes/watch-mailboxes.ts';
import { logFailure } from './queue/log-failure.ts';
import { startJobRunner } from './queue/run-jobs.ts';
import { takeOver } from './queue/take-over.ts';
import { kindOf, timetable } from './timetable.ts';
import { watchedClock } from './clock/wall-clock.ts';

/** How often to look for work that has become due; the bus notifies of new deliveries and jobs. */
const TICK_MS = SECOND;
const KINDS = Object.keys(jobKinds);
const ALL: DueWork = { deliveries: true, jobs: true };

export type Jobs = {
  /** Milliseconds since the scheduler last ticked. */
  sinceTick(): number;
  /** Ends the timetable and waits for what is under way. */
  stop(): Promise<void>;
};

/** Starts them; `isOnly` = no other process does jobs on the same database. */
export async function startJobs(app: App, { isOnly }: { isOnly: boolean }): Promise<Jobs> {
  const clock = watchedClock(app);
  if (isOnly) await takeOver(app, clock);
  const deliveries = startDeliveries(app, clock);
  const runner = startJobRunner(app, jobKinds, clock);
  const search = startSearchIndexing(app);
  const mailboxes = startMailboxes(app, clock);
  const { refusal } = app.orm.database;
  const wake = (due: DueWork) => {
    if (refusal.fault !== null) return;
    if (due.deliveries) deliveries.wake();
    if (due.jobs) runner.wake();
  };
  const look = async () => findDueWork(app.tx(), KINDS, await clock.now());
  // Where that fails, both look for their work themselves, and log what is wrong.
  const looks = openRounds(async () => wake(await look().catch(() => ALL)));
  const silence = app.bus.onNotify(() => looks.request());
  const entries = Object.fromEntries(Object.entries(timetable).map(([name, { cron }]) => [name, cron]));
  const dueEntries = followTimetable(entries, app.now(), () => performance.now());
  const queueing = new Map<string, Promise<void>>();
  let tickedAt = performance.now();

  function queue(name: string): void {
    if (queueing.has(name)) return;
    const queued = queueIfDue(app, name)
      .catch((error: unknown) => logFailure(app.log, error, 'cannot queue', { name }))
      .finally(() => queueing.delete(name));
    queueing.set(name, queued);
  }

  // Nothing is begun while nothing could be written down. Timers follow the monotonic clock, so setting the wall clock does not stop them.
  const timer = setInterval(() => {
    tickedAt = performance.now();
    if (refusal.fault !== null) return;
    for (const name of dueEntries(app.now())) queue(name);
    wake(ALL);
    search.wake();
    mailboxes.wake();
  }, TICK_MS);
  wake(ALL);

  return {
    sinceTick: () => performance.now() - tickedAt,
    async stop() {
      silence();
      clearInterval(timer);
      await looks.settled();
      await Promise.all(queueing.values());
      await Promise.all([deliveries.stop(), runner.stop(), search.stop(), mailboxes.stop()]);
    },
  };
}

/** Queues the job of this timetable entry, unless its `isDue` is false. */
export async function queueIfDue(app: App, name: string): Promise<void> {
  const entry = timetable[name];
  const tx = app.tx();
  const now = app.now();
  if (entry?.isDue && !(await entry.isDue(tx, now, app.config))) return;
  await enqueueOnce(tx, kindOf(name), now);
}
