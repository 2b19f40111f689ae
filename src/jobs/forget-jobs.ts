import type { App } from '../app.ts';
import { DAY } from '../time.ts';

/** How long finished jobs are kept. Dead ones are kept longer. */
const DONE_KEPT_MS = 7 * DAY;
const DEAD_KEPT_MS = 30 * DAY;

/** Deletes old rows of finished jobs, since they may contain addresses of people. */
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
