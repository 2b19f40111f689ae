import type { Tx } from '../../db/tx.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { conversationInLane } from '../../events/record.ts';
import { moveConversation } from '../../conversations/status/move-conversation.ts';
import type { DueDelivery } from './deliveries/next-delivery.ts';

const ACTIVITY = 'Conversation was opened by the system, because its bot could not be reached';

/**
 * Opens a pending conversation after a delivery about a message failed to reach its bot, so that agents see it, unless
 * the account's settings keep it pending. Call it with the conversation locked.
 */
export async function openPendingConversation(tx: Tx, delivery: DueDelivery, now: Date): Promise<void> {
  const conversationId = delivery.type.startsWith('message_') ? conversationInLane(delivery.lane) : null;
  if (conversationId === null) return;
  const pending = tx.db
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', conversationId)
    .where('status', '=', 'pending');
  if (!(await pending.executeTakeFirst())) return;
  if (await keepsPending(tx, delivery.accountId)) return;

  const conversation = await readConversation(tx, conversationId);
  await moveConversation(tx, conversation, { status: 'open', activity: ACTIVITY, waitingSince: now }, now);
}

async function keepsPending(tx: Tx, accountId: number): Promise<boolean> {
  const account = await tx.db.selectFrom('accounts').select('settings').where('id', '=', accountId).executeTakeFirst();
  return account?.settings.keep_pending_on_bot_failure === true;
}
