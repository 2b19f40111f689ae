import type { Tx } from '../db/tx.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { dueJobs } from './queue/waiting-accounts.ts';

/** Whether any delivery is due, and any job. */
export type DueWork = { deliveries: boolean; jobs: boolean };

/** The kinds of work due at `now`, with jobs of these kinds; a single statement, because every commit calls it. */
export async function findDueWork(tx: Tx, kinds: readonly string[], now: Date): Promise<DueWork> {
  const [due] = await lookUp(tx, { now }, kinds.join(' '));
  return { deliveries: Boolean(due?.deliveries), jobs: Boolean(due?.jobs) };
}

const lookUp = prepared((db, values: Placeholders<{ now: Date }>, kinds: string) =>
  db.selectNoFrom((eb) => [
    eb.exists(db.selectFrom('delivery_lanes').select('due_at').where('due_at', '<=', values.now)).as('deliveries'),
    eb.exists(dueJobs(db, kinds.split(' '), values.now)).as('jobs'),
  ]),
);
