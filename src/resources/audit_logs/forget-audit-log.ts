import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../../db/tx.ts';
import { DAY } from '../../time.ts';

/** How many entries are removed at once; some milliseconds. */
const AT_ONCE = 500;

/** Removes the entries older than `keepDays` (0 = none), some at a time. Returns how many there were. */
export async function forgetAuditLog(tx: Tx, keepDays: number, now: Date): Promise<number> {
  if (keepDays === 0) return 0;
  for (let count = 0; ;) {
    const { db } = tx;
    const old = db.selectFrom('audit_logs').select('id').where('created_at', '<', oldest(keepDays, now)).limit(AT_ONCE);
    const removed = await db.deleteFrom('audit_logs').where('id', 'in', old).returning('id').execute();
    count += removed.length;
    if (removed.length < AT_ONCE) return count;
    // SQLite answers synchronously, so requests would have to wait for the whole loop.
    await setImmediate();
  }
}

/** How many entries `forgetAuditLog` would remove now. */
export async function countOldEntries(tx: Tx, keepDays: number, now: Date): Promise<number> {
  if (keepDays === 0) return 0;
  const { count } = await tx.aside.db
    .selectFrom('audit_logs')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('created_at', '<', oldest(keepDays, now))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const oldest = (keepDays: number, now: Date) => new Date(now.getTime() - keepDays * DAY);
