import type { Tx } from '../../../db/tx.ts';
import { withRowLock } from '../../../db/dialect.ts';
import { readConversation } from '../../../records/read-conversations.ts';
import { readMessages } from '../../../records/read-messages.ts';
import { conversationInLane } from '../../../events/record.ts';
import { setMessageStatus } from '../../../conversations/messages/update-message-status.ts';
import type { Claim } from './claim-lanes.ts';
import type { DueDelivery } from './next-delivery.ts';
import { openPendingConversation } from '../open-pending-conversation.ts';
import type { Attempt } from './send.ts';

/**
 * After a delivery is exhausted: marks the message that the delivery takes to the contact, if any, as failed, and opens
 * the pending conversation if the receiver is a bot. Call `lockConversationOfDelivery` first.
 */
export async function giveUp(tx: Tx, claim: Claim, delivery: DueDelivery, attempt: Attempt, now: Date): Promise<void> {
  await failMessage(tx, delivery, attempt, now);
  if (claim.receiverType === 'AgentBot') await openPendingConversation(tx, delivery, now);
}

/**
 * Locks the conversation that `giveUp` changes, if any. Call it before the lane is locked: every change of a
 * conversation locks the conversation first.
 */
export async function lockConversationOfDelivery(tx: Tx, claim: Claim, delivery: DueDelivery): Promise<void> {
  const conversation = tx.db.selectFrom('conversations').select('id');
  if (claim.receiverType === 'AgentBot') {
    await withRowLock(tx, conversation.where('id', '=', conversationInLane(delivery.lane) ?? 0)).execute();
  } else if (delivery.messageId !== null) {
    const message = tx.db.selectFrom('messages').select('conversation_id').where('id', '=', delivery.messageId);
    await withRowLock(tx, conversation.where('id', '=', message)).execute();
  }
}

/** Marks the message as failed when the inbox's address could not be reached. */
async function failMessage(tx: Tx, delivery: DueDelivery, attempt: Attempt, now: Date): Promise<void> {
  if (delivery.messageId === null) return;
  const row = await tx.db
    .selectFrom('messages')
    .select('conversation_id')
    .where('id', '=', delivery.messageId)
    .executeTakeFirst();
  const [message] = await readMessages(tx, [delivery.messageId]);
  if (!row || !message) return;
  const conversation = await readConversation(tx, row.conversation_id);
  const externalError = attempt.error ?? `the inbox's webhook answered ${attempt.statusCode}`;
  await setMessageStatus(tx, conversation, message, { status: 'failed', externalError }, now);
}
