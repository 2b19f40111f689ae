import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { markNotificationsRead } from '../../conversations/notifications/mark-notifications-read.ts';
import type { Member } from '../../records/user.ts';

/** Marks all notifications of a member as read, or only the notification of `conversation`. */
export function markAllRead(tx: Tx, owner: Member, conversation: { id: number } | null, now: Date): Promise<void> {
  return inTransaction(tx, (tx) => markNotificationsRead(tx, owner, conversation?.id ?? null, now));
}
