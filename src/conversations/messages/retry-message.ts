import type { Tx } from '../../db/tx.ts';
import type { MessageRecord } from '../../records/message.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid } from '../../errors.ts';
import { changesBetween } from '../../wire/changes.ts';
import { contentAttributes } from '../../wire/message-blocks.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { redeliver } from '../../events/record.ts';
import { isSentByProvider } from './insert-message.ts';
import { countForCampaign } from '../sending/count-for-campaign.ts';
import { NOTHING_TO_SEND, planSending, queueSending } from '../sending/plan-sending.ts';
import { lockMessage } from './queries.ts';

/**
 * Queues a failed message to be sent again, to the inbox's address or through its channel: its status is "sent", and it
 * has no error. If its channel still cannot send it, the status stays "failed", with the present reason.
 * `conversationId` is the row key.
 * @throws AppError `invalid` for a message that has not failed or was blanked by `deleteMessage`, `not_found`, "Message
 *   not found", when the conversation does not have it
 */
export function retryMessage(tx: Tx, conversationId: number, id: number, now: Date): Promise<MessageRecord> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message: before } = await lockMessage(tx, conversationId, id);
    if (before.status !== 'failed') {
      throw invalid('Validation failed', `only a failed message can be retried, and this one is ${before.status}`, [
        'status',
      ]);
    }
    if (before.contentAttributes['deleted'] === true) throw invalid('Validation failed', 'the message was deleted');
    // Its present id in the channel belongs to the failed attempt.
    const { inbox, contactInbox } = conversation;
    const plan = isSentByProvider(inbox, { ...before, sourceId: null })
      ? await planSending(tx, conversation, before.additionalAttributes, now)
      : NOTHING_TO_SEND;
    const { status, externalError } = plan;
    const { external_delivery: _, ...attributes } = before.contentAttributes;
    // Chatwoot's clients take the error for gone when it is null.
    const contentAttributes = { ...attributes, ...plan.attributes, external_error: null };
    await tx.db
      .updateTable('messages')
      .set({ status, external_error: externalError, content_attributes: json(contentAttributes), updated_at: now })
      .where('id', '=', before.id)
      .execute();
    await redeliver(tx, { messageId: before.id, inboxId: before.inboxId }, now);
    if (plan.provider) await queueSending(tx, before, contactInbox, plan.provider, now);

    const after: MessageRecord = { ...before, status, externalError, contentAttributes, updatedAt: now };
    const changes = changesBetween(visible(before), visible(after));
    if (changes.length > 0) await recordMessageUpdated(tx, conversation, after, changes, now);
    await countForCampaign(tx, before, after);
    return after;
  });
}

function visible(message: MessageRecord) {
  return {
    status: message.status,
    external_error: message.externalError,
    content_attributes: contentAttributes(message),
  };
}
