import type { App } from '../app.ts';
import type { EntityManager } from '../db/orm.ts';
import { endedSnoozes } from '../conversations/status/due-conversations.ts';
import { endSnooze } from '../conversations/status/end-snooze.ts';
import { oneByOne } from './queue/one-by-one.ts';

/** Most conversations in one run; the next run, seconds later, takes the rest. */
const BATCH = 500;

/** Whether any snooze is over. */
export async function isAnySnoozeOver(em: EntityManager, now: Date): Promise<boolean> {
  return (await endedSnoozes(em, now, 1)).length > 0;
}

/** Opens the conversations whose snooze is over. */
export async function endSnoozes(app: App, now: Date): Promise<void> {
  const ids = await endedSnoozes(app.orm.em.fork(), now, BATCH);
  await oneByOne(app, 'end-snoozes', ids, (em, id) => endSnooze(em, id, now));
}
