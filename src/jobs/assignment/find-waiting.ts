import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { queueAssigning } from '../../conversations/assignment/ask-to-assign.ts';
import { inboxesThatWait } from '../../conversations/assignment/inboxes-that-wait.ts';

/** Whether conversations may wait in any inbox that assigns them later. */
export async function mayAnyWait(tx: Tx): Promise<boolean> {
  return (await inboxesThatWait(tx, 1)).length > 0;
}

/**
 * Queues jobs that assign waiting conversations in each inbox. Most are assigned by jobs that a member's free capacity queued;
 * this covers effects of time, such as the end of a policy's window, and changed settings.
 */
export async function findWaiting(app: App, now: Date): Promise<void> {
  for (const inbox of await inboxesThatWait(app.tx(), null)) await queueAssigning(app.tx(), inbox, now);
}
