import type { MessageRecord } from '../../records/message.ts';
import { json } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { changesBetween } from '../../wire/payloads.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { dropFiles } from '../../storage/drop-files.ts';
import { dropDelivery } from './plan-delivery.ts';
import { lockMessage } from './queries.ts';
import { filesOf } from './thumbnails.ts';

/** What is left of a deleted message. */
const DELETED = 'This message was deleted';

/**
 * Blanks a message for good, its attachments and translations with it; a second time changes nothing. Returns what is left
 * of it.
 */
export function deleteMessage(
  em: EntityManager,
  conversationId: number,
  id: number,
  now: Date,
): Promise<MessageRecord> {
  return inTransaction(em, async (em) => {
    const { conversation, message: before } = await lockMessage(em, conversationId, id);
    const after: MessageRecord = {
      ...before,
      content: DELETED,
      contentType: 'text',
      contentAttributes: { deleted: true },
      attachments: [],
      updatedAt: now,
    };
    const changes = changesBetween(visible(before), visible(after));
    if (changes.length === 0) return before;

    await dropDelivery(em, before.id);
    await db(em).deleteFrom('attachments').where('message_id', '=', before.id).execute();
    await db(em)
      .updateTable('messages')
      .set({
        content: after.content,
        content_type: after.contentType,
        content_attributes: json(after.contentAttributes),
        attachments_count: 0,
        updated_at: now,
      })
      .where('id', '=', before.id)
      .execute();
    await dropFiles(em, before.attachments.flatMap(filesOf), now);
    await recordMessageUpdated(em, conversation, after, changes, now);
    return after;
  });
}

function visible(message: MessageRecord) {
  return {
    content: message.content,
    content_type: message.contentType,
    content_attributes: message.contentAttributes,
  };
}
