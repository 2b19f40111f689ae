import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/tx.ts';
import { enqueue } from '../../queue.ts';
import { DAY } from '../../time.ts';

/** The kind of the job that makes a backup. */
export const BACK_UP = 'back_up';

/** Whether the time of the day for a backup has been since the last job for one was queued, however that went. */
export async function isBackupDue(tx: Tx, now: Date, { backup }: Config): Promise<boolean> {
  if (backup.schedule === '') return false;
  const queued = await tx.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', BACK_UP)
    .where('created_at', '>=', lastTime(backup.schedule, now))
    .limit(1)
    .executeTakeFirst();
  return queued === undefined;
}

/** Queues a job that makes a backup, apart from the timetable, because it may take hours. */
export async function queueBackup(app: App, now: Date): Promise<void> {
  await enqueue(app.tx(), { kind: BACK_UP, accountId: null, payload: {}, subject: 'installation' }, now);
}

/** When it was this time of the day ("03:30") last, by the clock of the machine. */
function lastTime(schedule: string, now: Date): Date {
  const [hours = 0, minutes = 0] = schedule.split(':').map(Number);
  const today = new Date(now);
  today.setHours(hours, minutes, 0, 0);
  if (today <= now) return today;
  const yesterday = new Date(today.getTime() - DAY);
  yesterday.setHours(hours, minutes, 0, 0);
  return yesterday;
}
