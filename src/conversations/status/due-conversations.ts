import { db, type EntityManager } from '../../db/orm.ts';
import type { IdleRule } from './idle-rule.ts';

// Row keys of conversations that jobs change. They are read without a lock: the command checks again.

/** Conversations of the account that are idle by the rule, longest idle first, at most `limit` of each status. */
export async function idleConversations(
  em: EntityManager,
  rule: IdleRule,
  idleSince: Date,
  limit: number,
): Promise<number[]> {
  const ids = [];
  for (const status of rule.statuses) {
    const rows = await db(em)
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

/** Conversations of the installation whose snooze has ended, the earliest first, at most `limit`. */
export async function endedSnoozes(em: EntityManager, now: Date, limit: number): Promise<number[]> {
  const rows = await db(em)
    .selectFrom('conversations')
    .where('snoozed_until', '<=', now)
    .orderBy('snoozed_until')
    .limit(limit)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
