import { setTimeout as sleep } from 'node:timers/promises';
import { faultOf } from '../../db/faults.ts';
import type { Log } from '../../log.ts';
import { logFailure } from './log-failure.ts';

/** Pause before the next try. */
const PAUSE_MS = 500;

/**
 * Does `work`, and repeats it as long as a fault of the database is in the way and `isWorthwhile` holds; each fault before
 * a repetition is logged with `message`. It stores what cannot be found out a second time, such as how a job went. A commit
 * whose answer is lost may have been done, so `work` must have no further effect when it is repeated.
 * @throws what `work` threw last
 */
export async function persist<T>(
  log: Log,
  message: string,
  work: () => Promise<T>,
  isWorthwhile: () => boolean,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (faultOf(error) === null || !isWorthwhile()) throw error;
      logFailure(log, error, message);
    }
    await sleep(PAUSE_MS);
  }
}
