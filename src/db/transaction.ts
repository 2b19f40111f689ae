import { isConflict } from './faults.ts';
import type { Tx } from './tx.ts';

/**
 * How many times work that conflicts with other transactions is tried; fewer in a nested transaction, because most outer
 * ones are tried again too (that of an `Idempotency-Key` is not).
 */
const MOST_TIMES = 5;
const MOST_TIMES_NESTED = 2;

/**
 * Runs `work` in a transaction; inside of another transaction, in a savepoint of that one. When PostgreSQL ends it
 * because of a conflict with others, it is tried again, up to five times in all, or twice in a savepoint. So `work` may
 * run several times, and must change nothing but the database.
 * @throws what `work` or the commit throws
 */
export async function inTransaction<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const most = tx.isInTransaction ? MOST_TIMES_NESTED : MOST_TIMES;
  for (let times = 1; ; times += 1) {
    try {
      return await tx.transactional(work);
    } catch (error) {
      if (times === most || !isConflict(error)) throw error;
    }
  }
}
