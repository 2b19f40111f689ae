import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { changesBetween } from '../../wire/changes.ts';
import { lockMessage } from './queries.ts';
import { replaceShared } from './write-shared.ts';

/**
 * Replaces the content of a message, and adds to its attributes, where null removes one; what the message shares follows its
 * attributes (`write-shared.ts`). The same again changes nothing, and a deleted message stays as it is. `conversationId` is the
 * row key.
 * @throws AppError `not_found`, "Message not found", when the conversation does not have it
 */
export function editMessage(
  tx: Tx,
  conversationId: number,
  id: number,
  { content, attributes }: { content: string | null; attributes: Attributes },
  now: Date,
): Promise<MessageRecord> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message: before } = await lockMessage(tx, conversationId, id);
    const contentAttributes = merged(before.contentAttributes, attributes);
    const edited: MessageRecord = { ...before, content, contentAttributes, updatedAt: now };
    const changes = changesBetween(visible(before), visible(edited));
    if (changes.length === 0 || before.contentAttributes['deleted'] === true) return before;
    const attachments = await replaceShared(tx, { conversationId, message: before }, contentAttributes, now);
    const after = { ...edited, attachments };
    await tx.db
      .updateTable('messages')
      .set({
        content,
        content_attributes: json(contentAttributes),
        attachments_count: attachments.length,
        updated_at: now,
      })
      .where('id', '=', before.id)
      .execute();
    await recordMessageUpdated(tx, conversation, after, changes, now);
    return after;
  });
}

function merged(before: Attributes, added: Attributes): Attributes {
  const isRemoved = (key: string) => added[key] === null;
  return Object.fromEntries(Object.entries({ ...before, ...added }).filter(([key]) => !isRemoved(key)));
}

function visible({ content, contentAttributes }: MessageRecord) {
  return { content, content_attributes: contentAttributes };
}
