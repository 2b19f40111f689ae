import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { MessageStatus } from '../../entities/message.ts';
import { AppError } from '../../errors.ts';
import { changesBetween } from '../../wire/changes.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { countForCampaign } from '../sending/count-for-campaign.ts';
import { lockMessage } from './queries.ts';

/** Each status and those that may follow it: only forwards, and no failure once the contact has read the message. */
const NEXT: Record<MessageStatus, MessageStatus[]> = {
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read', 'failed'],
  read: [],
  failed: ['delivered', 'read', 'failed'],
};

/**
 * Changes the status of a message to what the client of an API inbox reports. A step back, such as from read to
 * delivered, changes nothing. `externalError` is kept with failed alone; null = unknown. `conversationId` is the row
 * key.
 * @throws AppError `access_denied` outside of API inboxes, `not_found` when the conversation does not have the message
 */
export function updateMessageStatus(
  tx: Tx,
  conversationId: number,
  id: number,
  input: { status: MessageStatus; externalError: string | null },
  now: Date,
): Promise<MessageRecord> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message: before } = await lockMessage(tx, conversationId, id);
    if (conversation.inbox.channelType !== 'api') {
      throw new AppError('access_denied', 'Message status update is only allowed for API inboxes');
    }
    return setMessageStatus(tx, conversation, before, input, now);
  });
}

/** As `updateMessageStatus`, for the message `before` of the locked conversation, in an inbox of any kind. */
export async function setMessageStatus(
  tx: Tx,
  conversation: ConversationRecord,
  before: MessageRecord,
  input: { status: MessageStatus; externalError: string | null },
  now: Date,
): Promise<MessageRecord> {
  const externalError = input.status === 'failed' ? input.externalError : null;
  const after: MessageRecord = { ...before, status: input.status, externalError, updatedAt: now };
  const changes = changesBetween(visible(before), visible(after));
  if (!NEXT[before.status].includes(after.status) || changes.length === 0) return before;

  const updated = await tx.db
    .updateTable('messages')
    .set({ status: after.status, external_error: after.externalError, updated_at: now })
    .where('id', '=', before.id)
    .where('status', '=', before.status)
    .executeTakeFirst();
  if (Number(updated.numUpdatedRows) === 0) return before;
  await recordMessageUpdated(tx, conversation, after, changes, now);
  await countForCampaign(tx, before, after);
  return after;
}

function visible(message: MessageRecord) {
  return { status: message.status, external_error: message.externalError };
}
