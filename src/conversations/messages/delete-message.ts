import type { Tx } from '../../db/tx.ts';
import type { MessageRecord } from '../../records/message.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { changesBetween } from '../../wire/changes.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { dropFiles } from '../../storage/drop-files.ts';
import { removeNotificationsAbout } from '../notifications/remove-notifications.ts';
import { dropSending } from '../sending/plan-sending.ts';
import { lockMessage } from './queries.ts';
import { filesOf } from './thumbnails.ts';

/** What is left of a deleted message. */
const DELETED = 'This message was deleted';

/**
 * Blanks a message for good, its attachments and translations with it: it is no longer sent, the removal of its files is
 * queued, and notifications about it are removed. A second time changes nothing. `conversationId` is the row key. Returns
 * what is left of the message.
 * @throws AppError `not_found`, "Message not found", when the conversation does not have it
 */
export function deleteMessage(tx: Tx, conversationId: number, id: number, now: Date): Promise<MessageRecord> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message: before } = await lockMessage(tx, conversationId, id);
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

    await dropSending(tx, before.id);
    await tx.db.deleteFrom('received_files').where('message_id', '=', before.id).execute();
    await tx.db.deleteFrom('attachments').where('message_id', '=', before.id).execute();
    await tx.db
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
    await dropFiles(tx, before.attachments.flatMap(filesOf), now);
    await recordMessageUpdated(tx, conversation, after, changes, now);
    await removeNotificationsAbout(tx, conversation, before.id);
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
