import type { Tx } from '../../db/tx.ts';
import { setImmediate } from 'node:timers/promises';
import type { App } from '../../app.ts';

/**
 * Runs `work` for each id, one after the other, with requests served in between. `work` gets no transaction, and opens
 * its own. A failure is logged with `job` and the id, and does not stop the others; the next run of the job tries it
 * again.
 */
export async function oneByOne(
  app: App,
  job: string,
  ids: number[],
  work: (tx: Tx, id: number) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(app.tx(), id);
    } catch (error) {
      app.log.error({ err: error, job, id }, 'job failed');
    }
    await setImmediate();
  }
}
