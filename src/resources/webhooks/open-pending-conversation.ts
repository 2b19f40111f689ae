import type { Tx } from '../../db/tx.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { conversationInLane } from '../../events/record.ts';
import { moveConversation } from '../../conversations/status/move-conversation.ts';
import type { DueDelivery } from './deliveries/next-delivery.ts';

const ACTIVITY = 'Conversation was opened by the system, because its bot could not be reached';

/**
 * Opens the conversation of a delivery that did not reach its bot, with an activity that says so, if the conversation
 * is pending, the delivery is about a message, and the account's settings do not keep it pending. Call it with the
 * conversation locked.
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
  await moveConversation(
    tx,
    conversation,
    { status: 'open', activity: ACTIVITY, waitingSince: now, isHandover: true },
    now,
  );
}

async function keepsPending(tx: Tx, accountId: number): Promise<boolean> {
  const account = await tx.db.selectFrom('accounts').select('settings').where('id', '=', accountId).executeTakeFirst();
  return account?.settings.keep_pending_on_bot_failure === true;
}
