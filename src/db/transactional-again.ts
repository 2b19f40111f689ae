import type { EntityManager } from './orm.ts';

/** How PostgreSQL says that transactions waited for each other, and that it ended this one. */
const DEADLOCK = '40P01';
const MOST_TIMES = 5;

/**
 * As `em.transactional`, begun anew when the database ended it because it and another one waited for each other: for
 * work on many conversations, whose rows cannot all be held in one order, as others add to them meanwhile.
 */
export async function transactionalAgain<T>(
  em: EntityManager,
  work: (em: EntityManager) => Promise<T>,
  times = MOST_TIMES,
): Promise<T> {
  try {
    return await em.transactional(work);
  } catch (error) {
    if (times <= 1 || (error as { code?: unknown } | null)?.code !== DEADLOCK) throw error;
    return transactionalAgain(em, work, times - 1);
  }
}
