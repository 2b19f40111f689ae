import type { Tx } from '../../db/tx.ts';
import { type InboxPolicy, windowStart } from './inbox-policy.ts';

/** Puts the member last in turn, also when requests are served in another order than they came in. */
export async function noteChosen(tx: Tx, inboxId: number, memberId: number, now: Date): Promise<void> {
  const last = await tx.db
    .selectFrom('inbox_members')
    .select('last_assigned_at as at')
    .where('inbox_id', '=', inboxId)
    .where('last_assigned_at', 'is not', null)
    .orderBy('last_assigned_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const at = new Date(Math.max(now.getTime(), (last?.at?.getTime() ?? 0) + 1));
  await tx.db.updateTable('inbox_members').set({ last_assigned_at: at }).where('id', '=', memberId).execute();
}

/** Notes a turn of the member by the policy, and forgets those that do not count any more; nothing without turns that count. */
export async function noteTurn(tx: Tx, memberId: number, policy: InboxPolicy, now: Date): Promise<void> {
  if (policy.turns === null) return;
  await tx.db
    .deleteFrom('assignment_turns')
    .where('inbox_member_id', '=', memberId)
    .where('assigned_at', '<=', windowStart(policy, now))
    .execute();
  await tx.db.insertInto('assignment_turns').values({ inbox_member_id: memberId, assigned_at: now }).execute();
}
