import type { Tx } from '../db/tx.ts';
import type { App } from '../app.ts';
import { endedSnoozes } from '../conversations/status/due-conversations.ts';
import { endSnooze } from '../conversations/status/end-snooze.ts';
import { oneByOne } from './queue/one-by-one.ts';

/** Most conversations in one run; the next run, seconds later, takes the rest. */
const BATCH = 500;

/** Whether any snooze is over. */
export async function isAnySnoozeOver(tx: Tx, now: Date): Promise<boolean> {
  return (await endedSnoozes(tx, now, 1)).length > 0;
}

/**
 * Opens conversations at the end of their snooze, at most 500. A failure is logged, and does not stop the others.
 */
export async function endSnoozes(app: App, now: Date): Promise<void> {
  const ids = await endedSnoozes(app.tx(), now, BATCH);
  await oneByOne(app, 'end-snoozes', ids, (tx, id) => endSnooze(tx, id, now));
}
