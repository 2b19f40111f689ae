import type { App } from '../../app.ts';
import { findLeftSendings, isAnySendingWaiting, resumeSending } from '../../conversations/sending/left-sendings.ts';
import type { Tx } from '../../db/tx.ts';

/** Whether messages wait without a job that sends them. */
export async function isAnySendingLeft(tx: Tx): Promise<boolean> {
  return (await isAnySendingWaiting(tx)) && (await findLeftSendings(tx, 1)).length > 0;
}

/** Queues jobs for messages that wait without one. */
export async function resumeSendings(app: App, now: Date): Promise<void> {
  for (const waiting of await findLeftSendings(app.tx())) await resumeSending(app.tx(), waiting, now);
}
