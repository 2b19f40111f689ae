import { setImmediate } from 'node:timers/promises';
import type { App } from '../../app.ts';
import { deleteOldNotifications, membersAfter } from '../../resources/notifications/forget-notifications.ts';
import { DAY } from '../../time.ts';

/** Days for which a notification is kept. */
const KEPT_DAYS = 30;
/** Members in one batch: some milliseconds on SQLite. */
const BATCH = 100;

/**
 * Deletes notifications in which nothing has happened for 30 days, and more than 300 of a member, with requests served
 * in between.
 */
export async function forgetNotifications(app: App, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY);
  let after = 0;
  for (;;) {
    const members = await membersAfter(app.tx(), after, BATCH);
    for (const member of members) await deleteOldNotifications(app.tx(), member, oldest);
    const last = members.at(-1);
    if (last === undefined) return;
    after = last.id;
    await setImmediate();
  }
}
