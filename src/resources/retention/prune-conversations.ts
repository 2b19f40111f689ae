import { MOST_CONVERSATIONS, isWhole, planPart, removePart, type Removed } from '../../conversations/removal/part.ts';
import { skipLocked } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';

/** The account's conversations that were resolved, and had their last activity, before `before`. */
type Old = { accountId: number; before: Date };

/**
 * Removes some of the account's resolved conversations without activity since `before`, oldest first, in a short
 * transaction; `isLast`: none are left. Conversations locked by others stay until the next time.
 */
export function pruneConversations(tx: Tx, old: Old, now: Date): Promise<Removed & { isLast: boolean }> {
  return inTransaction(tx, async (tx) => {
    const ids = await lockOld(tx, old);
    const part = await planPart(tx, ids);
    const removed = await removePart(tx, part, now);
    return { ...removed, isLast: ids.length < MOST_CONVERSATIONS && isWhole(part, ids) };
  });
}

async function lockOld(tx: Tx, { accountId, before }: Old): Promise<number[]> {
  const conversations = tx.db
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'resolved')
    .where('last_activity_at', '<', before)
    .orderBy('last_activity_at')
    .orderBy('id')
    .limit(MOST_CONVERSATIONS);
  return (await skipLocked(tx, conversations).execute()).map(({ id }) => id);
}
