import { schedule } from 'node-cron';
import type { App } from '../app.ts';
import { enqueueOnce } from '../queue.ts';
import { startDeliveries } from './deliver-webhooks.ts';
import { startSearchIndexing } from './index-search.ts';
import { jobKinds } from './job-kinds.ts';
import { startJobRunner } from './run-jobs.ts';
import { kindOf, timetable } from './timetable.ts';

/** Looks for what has become due again; new deliveries and jobs are rung for. */
const EVERY_SECOND = '* * * * * *';

export type Jobs = {
  /** When the scheduler last ticked. */
  lastTick(): Date;
  /** Ends the timetable and waits for what is under way. */
  stop(): Promise<void>;
};

export function startJobs(app: App): Jobs {
  const deliveries = startDeliveries(app);
  const runner = startJobRunner(app, jobKinds);
  const search = startSearchIndexing(app);
  const wake = () => {
    deliveries.wake();
    runner.wake();
  };
  const silence = app.bus.onRing(wake);
  let lastTick = app.now();
  // Left alone, the scheduler writes for people, in colours, between the log's lines.
  const logger = {
    info: (text: string) => app.log.debug(text),
    warn: (text: string) => app.log.warn(text),
    error: (error: unknown) => app.log.error({ err: error }, 'scheduler'),
    debug: (text: unknown) => app.log.debug({ text }, 'scheduler'),
  };

  const tasks = [
    schedule(
      EVERY_SECOND,
      () => {
        lastTick = app.now();
        wake();
        search.wake();
      },
      { logger },
    ),
    ...Object.entries(timetable).map(([name, { cron }]) =>
      schedule(
        cron,
        () => queueIfDue(app, name).catch((error: unknown) => app.log.error({ err: error, name }, 'cannot queue')),
        { name, noOverlap: true, logger },
      ),
    ),
  ];
  wake();

  return {
    lastTick: () => lastTick,
    async stop() {
      silence();
      await Promise.all(tasks.map((task) => task.destroy()));
      await Promise.all([deliveries.stop(), runner.stop(), search.stop()]);
    },
  };
}

/** Queues the job of the timetable's entry of this name, if there is anything for it to do. */
export async function queueIfDue(app: App, name: string): Promise<void> {
  const entry = timetable[name];
  const em = app.orm.em.fork();
  const now = app.now();
  if (entry?.isDue && !(await entry.isDue(em, now))) return;
  await enqueueOnce(em, kindOf(name), now);
}
