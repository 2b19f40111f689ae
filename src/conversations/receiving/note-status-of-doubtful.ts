import type { ReceivedStatus } from '../../channels/receiving/receiver.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { lockMessage } from '../messages/queries.ts';
import { changeMessage } from '../sending/end-sending.ts';
import { writeSources } from './message-sources.ts';
import { noteStatus } from './note-status.ts';

/**
 * Stores what became of a message whose id in the channel is not known, because the answer to its sending was lost: the
 * message has failed since, with that reason, but what is told now shows that it was taken. False when there is no such
 * message, as while it is still being sent.
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
