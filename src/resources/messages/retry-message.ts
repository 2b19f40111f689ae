import { db, type EntityManager } from '../../db/orm.ts';
import { invalid } from '../../errors.ts';
import type { MessageFacts } from '../../events/facts.ts';
import { change } from '../../events/payloads.ts';
import type { ConversationRow } from '../../events/read-conversations.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { redeliver } from '../../events/record.ts';

/**
 * Sends a failed message once more: it is "sent" again, its error is gone and its delivery to the inbox's address is due.
 * @throws AppError `invalid` unless it has failed
 */
export function retryMessage(em: EntityManager, conversation: ConversationRow, message: MessageFacts, now: Date): Promise<MessageFacts> {
  return em.transactional(async (em) => {
    const updated = await db(em)
      .updateTable('messages')
      .set({ status: 'sent', external_error: null, updated_at: now })
      .where('id', '=', message.id)
      .where('status', '=', 'failed')
      .executeTakeFirst();
    if (Number(updated.numUpdatedRows) === 0) {
      throw invalid('Validation failed', `only a failed message can be retried, and this one is ${message.status}`, ['status']);
    }

    const after: MessageFacts = { ...message, status: 'sent', externalError: null, updatedAt: now };
    await redeliver(em, { messageId: message.id, inboxId: message.inboxId }, now);
    const changes = [change('status', 'failed', 'sent'), change('external_error', message.externalError, null)];
    await recordMessageUpdated(em, conversation, after, changes, now);
    return after;
  });
}
