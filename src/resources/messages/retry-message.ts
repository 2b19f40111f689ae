import { db, type EntityManager } from '../../db/orm.ts';
import { invalid } from '../../errors.ts';
import type { MessageFacts } from '../../events/facts.ts';
import { changesBetween } from '../../events/payloads.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { redeliver } from '../../events/record.ts';
import { lockMessage } from './queries.ts';

/**
 * Sends a failed message once more: it is "sent" again, its error is gone and its delivery to the inbox's address is due.
 * @throws AppError `invalid` unless it has failed
 */
export function retryMessage(
  em: EntityManager,
  conversation: ConversationRow,
  message: MessageFacts,
  now: Date,
): Promise<MessageFacts> {
  return em.transactional(async (em) => {
    const before = await lockMessage(em, conversation.id, message.id);
    if (before.status !== 'failed') {
      throw invalid('Validation failed', `only a failed message can be retried, and this one is ${before.status}`, [
        'status',
      ]);
    }
    await db(em)
      .updateTable('messages')
      .set({ status: 'sent', external_error: null, updated_at: now })
      .where('id', '=', before.id)
      .execute();
    await redeliver(em, { messageId: before.id, inboxId: before.inboxId }, now);

    const after: MessageFacts = { ...before, status: 'sent', externalError: null, updatedAt: now };
    const changes = changesBetween(
      { status: before.status, external_error: before.externalError },
      { status: after.status, external_error: after.externalError },
    );
    await recordMessageUpdated(em, conversation, after, changes, now);
    return after;
  });
}
