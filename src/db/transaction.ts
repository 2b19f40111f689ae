import { againAfterConflicts, MOST_TIMES } from './drivers/after-conflicts.ts';
import type { Tx } from './tx.ts';

/** Fewer in a nested transaction, because most outer ones are tried again too (that of an `Idempotency-Key` is not). */
const MOST_TIMES_NESTED = 2;

/**
 * Runs `work` in a transaction; inside of another transaction, in a savepoint of that one. When PostgreSQL ends it
 * because of a conflict with others, it is tried again, up to five times in all, or twice in a savepoint. So `work` may
 * run several times, and must change nothing but the database.
 * @throws what `work` or the commit throws
 */
export function inTransaction<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const most = tx.isInTransaction ? MOST_TIMES_NESTED : MOST_TIMES;
  return againAfterConflicts(() => tx.transactional(work), most);
}
