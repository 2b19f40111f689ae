import { isConflict } from './faults.ts';
import type { EntityManager } from './orm.ts';

/** How often work is begun anew that clashes with other transactions; inside of a transaction, that one does the most of it. */
const MOST_TIMES = 5;
const MOST_TIMES_NESTED = 2;

/**
 * Runs `work` in a transaction: all that it writes is kept, or nothing. Inside of another transaction it is a savepoint
 * of that one. What PostgreSQL ended because it and others waited for each other is begun anew, so `work` may run
 * several times: it changes nothing but the database.
 */
export async function inTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const most = em.isInTransaction() ? MOST_TIMES_NESTED : MOST_TIMES;
  for (let times = 1; ; times += 1) {
    try {
      return await em.transactional(work);
    } catch (error) {
      if (times === most || !isConflict(error)) throw error;
    }
  }
}
