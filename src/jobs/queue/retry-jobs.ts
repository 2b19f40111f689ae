import type { Tx } from '../../db/tx.ts';
import { inList } from '../../db/dialect.ts';

/**
 * Makes jobs due now, as if they had never been tried: those of `ids` that are dead or pending, or all dead ones. Jobs
 * under way, done or unknown are left alone. Returns how many jobs were changed.
 */
export async function retryJobs(tx: Tx, ids: number[] | 'all dead', now: Date): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('jobs')
    .set({ status: 'pending', due_at: now, attempts_count: 0, leased_by: null, leased_until: null, finished_at: null })
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .$if(ids === 'all dead', (query) => query.where('status', '=', 'dead'))
    .$if(ids !== 'all dead', (query) =>
      query.where('status', '!=', 'done').where(inList(tx, 'id', JSON.stringify(ids))),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
