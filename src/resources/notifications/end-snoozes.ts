import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { inList } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellNotifications } from '../../events/tell.ts';

/** The ids of at most `limit` notifications whose snooze is over, those of the earliest first. */
export async function endedSnoozes(tx: Tx, now: Date, limit: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('notifications')
    .select('id')
    .where('snoozed_until', '<=', now)
    .orderBy('snoozed_until')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Brings the notifications back as unread, unless their snooze has changed meanwhile, and tells their owners. */
export function bringBack(tx: Tx, ids: number[], now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const back = await tx.db
      .updateTable('notifications')
      .set({
        last_snoozed_at: sql<Date>`snoozed_until`,
        snoozed_until: null,
        read_at: null,
        last_activity_at: now,
        updated_at: now,
      })
      .where(inList(tx, 'id', JSON.stringify(ids)))
      .where('snoozed_until', '<=', now)
      .returning(['id', 'user_id as userId', 'account_id as accountId'])
      .execute();
    for (const [accountId, ofAccount] of Map.groupBy(back, (one) => one.accountId)) {
      await tellNotifications(tx, accountId, 'updated', ofAccount);
    }
  });
}
