import { againAfterConflicts, MOST_TIMES } from './drivers/after-conflicts.ts';
import type { Tx } from './tx.ts';

/** Fewer in a nested transaction, because most outer ones are tried again too (that of an `Idempotency-Key` is not). */
const MOST_TIMES_NESTED = 2;

/**
 * Runs `work` in a transaction, or in a savepoint of the present transaction. After a conflict on PostgreSQL, `work` runs
 * again, up to five times in all, or twice in a savepoint, so that it must change nothing but the database.
 * @throws any error of `work` or of the commit
 */
export function inTransaction<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const most = tx.isInTransaction ? MOST_TIMES_NESTED : MOST_TIMES;
  return againAfterConflicts(() => tx.transactional(work), most);
}
