import { setImmediate } from 'node:timers/promises';
import type { App } from '../../app.ts';
import type { EntityManager } from '../../db/orm.ts';

/**
 * Does `work` for each id, in a transaction of its own, with requests served in between. One that fails is logged and
 * tried again by the next run of the job; it does not keep the others waiting.
 */
export async function oneByOne(
  app: App,
  job: string,
  ids: number[],
  work: (em: EntityManager, id: number) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(app.orm.em.fork(), id);
    } catch (error) {
      app.log.error({ err: error, job, id }, 'job failed');
    }
    await setImmediate();
  }
}
