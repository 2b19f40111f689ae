import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { queueAssigning } from '../../conversations/assignment/ask-to-assign.ts';
import { inboxesThatWait } from '../../conversations/assignment/inboxes-that-wait.ts';

/** Whether conversations may wait in any inbox that assigns them later. */
export async function mayAnyWait(tx: Tx): Promise<boolean> {
  return (await inboxesThatWait(tx, 1)).length > 0;
}

/**
 * Has jobs assign what waits in each inbox. Most of it has been assigned by the jobs that were queued when somebody became
 * free; this is for what comes with time, such as the end of a policy's window, and for settings that were changed.
 */
export async function findWaiting(app: App, now: Date): Promise<void> {
  for (const inbox of await inboxesThatWait(app.tx(), null)) await queueAssigning(app.tx(), inbox, now);
}
