import { sql } from 'kysely';
import type { TestApp } from '../app.ts';

/** How many transactions wait for a lock in the PostgreSQL database of `test`. */
export async function countLockWaits(test: TestApp): Promise<number> {
  const query = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await query.execute(test.rows())).rows[0]!.count;
}
