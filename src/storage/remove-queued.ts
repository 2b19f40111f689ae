import type { Tx } from '../db/tx.ts';
import { removeUnnamed } from './remove-unnamed.ts';

/** Jobs that are read at once. */
const LOOKED_AT = 100;

/** The kind of job that `dropFiles` queues. */
export const REMOVE_FILES = 'remove_files';

/**
 * Removes the files whose removal is queued, without waiting for a server to do it: as the job does, which may run at the
 * same time without harm.
 * @throws Error when the disk refuses
 */
export async function removeQueuedFiles(tx: Tx, dataDir: string): Promise<void> {
  let after = 0;
  for (;;) {
    const jobs = await nextJobs(tx, after);
    for (const { id, payload } of jobs) {
      const keys = Array.isArray(payload['keys']) ? payload['keys'].map(String) : [];
      await removeUnnamed(tx, dataDir, keys);
      await tx.db.deleteFrom('jobs').where('id', '=', id).where('leased_by', 'is', null).execute();
    }
    const last = jobs.at(-1);
    if (!last) return;
    after = last.id;
  }
}

function nextJobs(tx: Tx, after: number) {
  return tx.db
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('kind', '=', REMOVE_FILES)
    .where('status', '=', 'pending')
    .where('leased_by', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(LOOKED_AT)
    .execute();
}
