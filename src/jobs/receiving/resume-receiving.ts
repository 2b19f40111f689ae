import type { App } from '../../app.ts';
import { findLeftLanes, isAnyEventWaiting, resumeLane } from '../../conversations/receiving/left-events.ts';
import type { Tx } from '../../db/tx.ts';

/** Whether events wait without a job that handles them. */
export async function isAnyEventLeft(tx: Tx): Promise<boolean> {
  return (await isAnyEventWaiting(tx)) && (await findLeftLanes(tx, 1)).length > 0;
}

/** Queues jobs for events that wait without one. */
export async function resumeReceiving(app: App, now: Date): Promise<void> {
  for (const lane of await findLeftLanes(app.tx())) await resumeLane(app.tx(), lane, now);
}
