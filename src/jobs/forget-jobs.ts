import type { App } from '../app.ts';
import { db } from '../db/orm.ts';
import { DAY } from '../time.ts';

/** How long jobs that are over can be looked up. What failed for good is kept longer. */
const DONE_KEPT_MS = 7 * DAY;
const DEAD_KEPT_MS = 30 * DAY;

/** Deletes the rows of jobs that have been over for long: they may name addresses of people. */
export async function forgetJobs(app: App, now: Date): Promise<void> {
  const em = app.orm.em.fork();
  for (const [status, keptMs] of [
    ['done', DONE_KEPT_MS],
    ['dead', DEAD_KEPT_MS],
  ] as const) {
    const oldest = new Date(now.getTime() - keptMs);
    await db(em).deleteFrom('jobs').where('status', '=', status).where('due_at', '<', oldest).execute();
  }
}
