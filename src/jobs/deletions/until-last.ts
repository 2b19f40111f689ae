import { setImmediate } from 'node:timers/promises';
import type { JobUnderWay } from '../queue/handler.ts';

/**
 * Calls `remove` until it returns that nothing is left, and lets others go on in between.
 * @throws the reason of the job's signal, once that is aborted
 */
export async function untilLast({ signal }: JobUnderWay, remove: () => Promise<boolean>): Promise<void> {
  let isLast = false;
  while (!isLast) {
    signal.throwIfAborted();
    isLast = await remove();
    await setImmediate();
  }
}
