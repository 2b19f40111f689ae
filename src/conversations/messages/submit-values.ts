import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import type { ContentType } from '../../entities/message.ts';
import { invalid } from '../../errors.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { changesBetween } from '../../wire/changes.ts';
import { lockMessage } from './queries.ts';

/** The messages in which a contact can choose or fill in something; surveys have a command of their own. */
const QUESTIONS: readonly ContentType[] = [
  'input_text',
  'input_textarea',
  'input_email',
  'input_select',
  'cards',
  'form',
];

/**
 * Stores what the contact chose or filled in, in place of an earlier answer; the same again changes nothing.
 * `conversationId` is the row key.
 * @throws AppError as `submitAnswer` does
 */
export function submitValues(
  tx: Tx,
  conversationId: number,
  id: number,
  values: Json,
  now: Date,
): Promise<MessageRecord> {
  return submitAnswer(tx, conversationId, id, { submitted_values: values }, now);
}

/**
 * As `submitValues`, for content attributes with the answer.
 * @throws AppError `invalid` for a message without a question, `not_found`, "Message not found", when the conversation does
 *   not have the message
 */
export function submitAnswer(
  tx: Tx,
  conversationId: number,
  id: number,
  answer: Attributes,
  now: Date,
): Promise<MessageRecord> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message: before } = await lockMessage(tx, conversationId, id);
    if (before.messageType === 'incoming' || !QUESTIONS.includes(before.contentType)) {
      throw invalid('Validation failed', 'the message asks for no answer', ['submitted_values']);
    }
    const contentAttributes = { ...before.contentAttributes, ...answer };
    const changes = changesBetween(
      { content_attributes: before.contentAttributes },
      { content_attributes: contentAttributes },
    );
    if (changes.length === 0) return before;
    await tx.db
      .updateTable('messages')
      .set({ content_attributes: json(contentAttributes), updated_at: now })
      .where('id', '=', before.id)
      .execute();
    const after = { ...before, contentAttributes, updatedAt: now };
    await recordMessageUpdated(tx, conversation, after, changes, now);
    return after;
  });
}
