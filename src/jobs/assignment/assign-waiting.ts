import { setImmediate } from 'node:timers/promises';
import { object } from 'yup';
import { assignFirstWaiting } from '../../conversations/assignment/assign-waiting.ts';
import { integer } from '../../fields.ts';
import { endJob } from '../../queue.ts';
import type { JobHandler } from '../queue/handler.ts';

const payloadOf = object({ inbox_id: integer().required() });
/** How often in a row it may be too late for what it has chosen; `find-waiting` asks again within a minute. */
const MOST_MISSES = 20;

/**
 * Assigns the conversations that wait in an inbox, one after the other, until none is left that a free member may get. Each
 * is assigned in a transaction of its own, and the last one ends the job.
 */
export const assignWaiting: JobHandler = async (app, payload, job) => {
  const { inbox_id: inboxId } = payloadOf.validateSync(payload);
  let misses = 0;
  while (misses < MOST_MISSES) {
    job.signal.throwIfAborted();
    const now = app.now();
    const assigned = await assignFirstWaiting(app.tx(), inboxId, (tx) => endJob(tx, job.id, now), now);
    if (assigned === 'none') return;
    misses = assigned === 'missed' ? misses + 1 : 0;
    await setImmediate();
  }
};
