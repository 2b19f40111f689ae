import { json } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { MessageFacts } from '../../events/facts.ts';
import { change } from '../../events/payloads.ts';
import type { ConversationRow } from '../../events/read-conversations.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';

/** What is left of a deleted message (spec.md "Message status"). */
const DELETED = 'This message was deleted';

/** Blanks a message for good. Its attachments' rows go; their files, which `message` names, are the caller's to remove. */
export function deleteMessage(em: EntityManager, conversation: ConversationRow, message: MessageFacts, now: Date): Promise<MessageFacts> {
  return em.transactional(async (em) => {
    const after: MessageFacts = {
      ...message,
      content: DELETED,
      contentType: 'text',
      contentAttributes: { deleted: true },
      attachments: [],
      updatedAt: now,
    };
    await db(em).deleteFrom('attachments').where('message_id', '=', message.id).execute();
    await db(em)
      .updateTable('messages')
      .set({
        content: after.content,
        content_type: after.contentType,
        content_attributes: json(after.contentAttributes),
        attachments_count: 0,
        updated_at: now,
      })
      .where('id', '=', message.id)
      .execute();

    const changes = [
      change('content', message.content, after.content),
      change('content_attributes', message.contentAttributes, after.contentAttributes),
    ];
    await recordMessageUpdated(em, conversation, after, changes, now);
    return after;
  });
}
