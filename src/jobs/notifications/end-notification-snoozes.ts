import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { bringBack, endedSnoozes } from '../../resources/notifications/end-snoozes.ts';

/** Most notifications in one run; the next run, seconds later, takes the rest. */
const BATCH = 500;

/** Whether the snooze of any notification is over. */
export async function isAnyNotificationBack(tx: Tx, now: Date): Promise<boolean> {
  return (await endedSnoozes(tx, now, 1)).length > 0;
}

/** Brings back the notifications whose snooze is over, at most 500 of them. */
export async function endNotificationSnoozes(app: App, now: Date): Promise<void> {
  await bringBack(app.tx(), await endedSnoozes(app.tx(), now, BATCH), now);
}
