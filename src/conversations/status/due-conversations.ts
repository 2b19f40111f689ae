import type { Tx } from '../../db/tx.ts';
import type { IdleRule } from './idle-rule.ts';

// Row keys of conversations that jobs change. They are read without a lock: the command checks again.

/**
 * Row keys of the conversations that the rule applies to, of its account and without activity since `idleSince`: status
 * by status, at most `limit` of each, the longest idle first.
 */
export async function idleConversations(tx: Tx, rule: IdleRule, idleSince: Date, limit: number): Promise<number[]> {
  const ids = [];
  for (const status of rule.statuses) {
    const rows = await tx.db
      .selectFrom('conversations')
      .where('account_id', '=', rule.accountId)
      .where('status', '=', status)
      .where('last_activity_at', '<=', idleSince)
      .$if(rule.ignoresWaiting, (query) => query.where('waiting_since', 'is', null))
      .orderBy('last_activity_at')
      .limit(limit)
      .select('id')
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Row keys of the conversations of all accounts whose snooze has ended, the earliest first, at most `limit`. */
export async function endedSnoozes(tx: Tx, now: Date, limit: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('conversations')
    .where('snoozed_until', '<=', now)
    .orderBy('snoozed_until')
    .limit(limit)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
