import type { ReceivedStatus } from '../../channels/receiving/receiver.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { lockMessage } from '../messages/queries.ts';
import { changeMessage } from '../sending/end-sending.ts';
import { writeSources } from './message-sources.ts';
import { noteStatus } from './note-status.ts';

/**
 * Stores the status of a message whose id in the channel is unknown, because the answer to its sending was lost. The message
 * counts as failed for that reason, and the status proves that it was accepted. False = there is no such message, as while it
 * is still being sent.
 */
export function noteStatusOfDoubtful(
  tx: Tx,
  inboxId: number,
  told: ReceivedStatus & { messageId: number },
  now: Date,
): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const place = await tx.db
      .selectFrom('messages')
      .select(['id as messageId', 'conversation_id as conversationId'])
      .where('id', '=', told.messageId)
      .where('inbox_id', '=', inboxId)
      .where('message_type', 'in', ['outgoing', 'template'])
      .where('status', '=', 'failed')
      .where('source_id', 'is', null)
      .executeTakeFirst();
    if (!place) return false;
    const { conversation, message } = await lockMessage(tx, place.conversationId, place.messageId);
    if (message.status !== 'failed' || message.sourceId !== null) return false;
    const taken = { ...message, sourceId: told.sourceId, status: 'sent', externalError: null } as const;
    await changeMessage(tx, conversation, message, taken, now);
    await writeSources(tx, { inboxId, messageId: message.id }, [told.sourceId]);
    await noteStatus(tx, place, told, now);
    return true;
  });
}
