import { schedule } from 'node-cron';
import type { App } from '../app.ts';
import { autoResolve } from './auto-resolve.ts';
import { startDeliveries } from './deliver-webhooks.ts';
import { endSnoozes } from './end-snoozes.ts';
import { startSearchIndexing } from './index-search.ts';
import { sweepUploads } from './sweep-uploads.ts';
import { forgetIdempotentRequests } from './forget-idempotent-requests.ts';
import { forgetSessions } from './forget-sessions.ts';
import { forgetJobs } from './forget-jobs.ts';
import { jobKinds } from './job-kinds.ts';
import { startJobRunner } from './run-jobs.ts';

/** When things run by themselves. Every process may run them all: each takes only rows that no other has taken. */
const timetable = {
  'auto-resolve': { cron: '* * * * *', run: autoResolve },
  'end-snoozes': { cron: '*/5 * * * * *', run: endSnoozes },
  'forget-idempotent-requests': { cron: '17 * * * *', run: forgetIdempotentRequests },
  'forget-jobs': { cron: '27 * * * *', run: forgetJobs },
  'forget-sessions': { cron: '27 * * * *', run: forgetSessions },
  'sweep-uploads': { cron: '47 * * * *', run: sweepUploads },
} as const satisfies Record<string, { cron: string; run: (app: App, now: Date) => Promise<void> }>;

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
  let lastTick = new Date();
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
        lastTick = new Date();
        wake();
        search.wake();
      },
      { logger },
    ),
    ...Object.entries(timetable).map(([name, { cron, run }]) =>
      schedule(
        cron,
        () => run(app, new Date()).catch((error: unknown) => app.log.error({ err: error, job: name }, 'job failed')),
        {
          name,
          noOverlap: true,
          logger,
        },
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
