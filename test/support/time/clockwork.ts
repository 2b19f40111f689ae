import type { Flags } from '../../../src/config.ts';
import { startDeliveries } from '../../../src/jobs/deliveries/deliver-webhooks.ts';
import { jobKinds } from '../../../src/jobs/job-kinds.ts';
import { startJobRunner } from '../../../src/jobs/queue/run-jobs.ts';
import { queueIfDue } from '../../../src/jobs/schedule.ts';
import { timetable } from '../../../src/jobs/timetable.ts';
import { idleRules } from '../../../src/conversations/status/idle-rule.ts';
import { DAY, SECOND } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../app.ts';
import { nextMatch } from './cron.ts';
import type { Place } from '../database.ts';

/** The longest step. An entry of the timetable that is due within one comes once, at its end, as after a pause of the machine. */
const LONGEST_STEP_MS = DAY;
/** How often clean-up jobs run here, rather than every hour, so that a month passes in seconds. */
const TIDY_EVERY_MS = DAY;

/** Servers on one database, all at work, whose time passes only in `passUntil`. */
export type Clockwork = {
  apps: TestApp[];
  now(): Date;
  /** Lets time pass until `time`. What becomes due is done at its time, by the first server that takes it. */
  passUntil(time: Date): Promise<void>;
  /** Has the servers look for what is due now, as after a commit. */
  wake(): void;
  stop(): Promise<void>;
};

/** Starts `count` servers on the database of `place`, whose clocks all show `start`. */
export async function givenClockwork(count: number, place: Place, settings: Flags, start: Date): Promise<Clockwork> {
  let time = start;
  const now = () => time;
  const apps: TestApp[] = [];
  for (let index = 0; index < count; index += 1) apps.push(await givenApp(settings, { now, jobs: false, place }));
  const workers = apps.flatMap(({ app }) => [startDeliveries(app), startJobRunner(app, jobKinds)]);
  const [first] = apps as [TestApp];

  async function step(to: Date): Promise<void> {
    const names = Object.entries(timetable)
      .filter(comesBetween(time, to))
      .map(([name]) => name);
    time = to;
    await Promise.all(apps.flatMap(({ app }) => names.map((name) => queueIfDue(app, name))));
    do {
      for (const worker of workers) worker.wake();
      await new Promise((resolve) => setTimeout(resolve, 5));
    } while (await isAnythingToDo(first, time));
  }

  return {
    apps,
    now,
    wake: () => workers.forEach((worker) => worker.wake()),
    async passUntil(until) {
      await step(time);
      while (time < until) {
        const longest = new Date(Math.min(until.getTime(), time.getTime() + LONGEST_STEP_MS));
        const times = [longest, ...(await dueTimes(first, time))].filter((due) => due > time);
        await step(new Date(Math.min(...times.map(Number))));
      }
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      for (const app of apps.toReversed()) await app.stop();
    },
  };
}

/** Whether an entry of the timetable comes after `from` and no later than `to`. */
const comesBetween =
  (from: Date, to: Date) =>
  ([, { cron, isDue }]: [string, (typeof timetable)[string]]): boolean => {
    const isTidied = Math.floor(to.getTime() / TIDY_EVERY_MS) === Math.floor(from.getTime() / TIDY_EVERY_MS);
    return (isDue !== undefined || !isTidied) && nextMatch(cron, from) <= to;
  };

/** Whether a job or a delivery is due or under way. */
async function isAnythingToDo(test: TestApp, now: Date): Promise<boolean> {
  const job = await test
    .rows()
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('leased_by', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  const lane = await test
    .rows()
    .selectFrom('delivery_lanes')
    .select('lane')
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('held_by', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return job !== undefined || lane !== undefined;
}

/** The next times at which servers, which look every second and by the timetable, have something to do; some may be past. */
async function dueTimes(test: TestApp, now: Date): Promise<Date[]> {
  const rows = test.rows();
  const jobs = await rows.selectFrom('jobs').select('due_at as at').where('status', '=', 'pending').execute();
  const lanes = await rows.selectFrom('delivery_lanes').select('due_at as at').execute();
  const snoozes = await rows
    .selectFrom('conversations')
    .select('snoozed_until as at')
    .where('snoozed_until', 'is not', null)
    .execute();
  const looked = [...jobs, ...lanes].map(({ at }) => new Date(Math.ceil(at.getTime() / SECOND) * SECOND));
  const woken = snoozes.map(({ at }) => matchFrom('end-snoozes', at ?? now));
  return [...looked, ...woken, ...(await idleTimes(test))];
}

async function idleTimes(test: TestApp): Promise<Date[]> {
  const rules = await idleRules(test.app.tx());
  const times = await Promise.all(
    rules.map(async ({ accountId, days, statuses }) => {
      const rows = await test
        .rows()
        .selectFrom('conversations')
        .select('last_activity_at as at')
        .where('account_id', '=', accountId)
        .where('status', 'in', statuses)
        .execute();
      return rows.map(({ at }) => matchFrom('auto-resolve', new Date(at.getTime() + days * DAY)));
    }),
  );
  return times.flat();
}

/** The first time, from `time` on, at which the entry of the timetable comes. */
function matchFrom(name: string, time: Date): Date {
  return nextMatch(timetable[name]?.cron ?? '', new Date(time.getTime() - 1));
}
