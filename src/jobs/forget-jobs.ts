import type { App } from '../app.ts';
import { DAY } from '../time.ts';

/** How long jobs are kept after they are done, and after they have failed for good. */
const DONE_KEPT_MS = 7 * DAY;
const DEAD_KEPT_MS = 30 * DAY;

/** Deletes done jobs after a week and dead ones after 30 days, since they may contain addresses of people. */
export async function forgetJobs(app: App, now: Date): Promise<void> {
  const tx = app.tx();
  for (const [status, keptMs] of [
    ['done', DONE_KEPT_MS],
    ['dead', DEAD_KEPT_MS],
  ] as const) {
    const oldest = new Date(now.getTime() - keptMs);
    await tx.db.deleteFrom('jobs').where('status', '=', status).where('due_at', '<', oldest).execute();
  }
}
