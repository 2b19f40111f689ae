import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import { found, invalid } from '../../errors.ts';
import { changesBetween } from '../../wire/changes.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { findMessage } from '../../conversations/messages/queries.ts';
import { handlerOf } from './handler-of.ts';
import { isAnswerable, type Survey } from './find-survey.ts';

/** A contact's rating; `feedback` null = no text. */
export type SurveyAnswer = { rating: number; feedback: string | null };

/**
 * Stores the contact's answer, replacing an earlier one, together with who handles the conversation (`handlerOf`). The
 * same answer again changes nothing.
 * @throws AppError `invalid`, "You cannot update the CSAT survey after 14 days"; `not_found`, "Survey not found" or
 *   "Conversation not found", when one has been deleted
 */
export function answerSurvey(
  tx: Tx,
  survey: Pick<Survey, 'conversationId' | 'messageId'>,
  answer: SurveyAnswer,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const conversation = await lockConversation(tx, survey.conversationId);
    const before = found(await findMessage(tx, conversation.id, survey.messageId), 'Survey');
    if (!isAnswerable(before, now)) throw invalid('You cannot update the CSAT survey after 14 days');

    const contentAttributes = { ...before.contentAttributes, submitted_values: submittedValues(before, answer) };
    const changes = changesBetween(
      { content_attributes: before.contentAttributes },
      { content_attributes: contentAttributes },
    );
    if (changes.length === 0) return;
    await writeResponse(tx, conversation, before, answer, now);
    await tx.db
      .updateTable('messages')
      .set({ content_attributes: json(contentAttributes), updated_at: now })
      .where('id', '=', before.id)
      .execute();
    await recordMessageUpdated(tx, conversation, { ...before, contentAttributes, updatedAt: now }, changes, now);
  });
}

/** The attributes of the message with the answer among its submitted values. */
function submittedValues({ contentAttributes }: MessageRecord, { rating, feedback }: SurveyAnswer): Attributes {
  const submitted: Json | undefined = contentAttributes['submitted_values'];
  const others = typeof submitted === 'object' && !Array.isArray(submitted) ? submitted : {};
  return { ...others, csat_survey_response: { rating, feedback_message: feedback } };
}

async function writeResponse(
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  { rating, feedback }: SurveyAnswer,
  now: Date,
): Promise<void> {
  const { handlerId } = await tx.db
    .selectFrom('conversations as c')
    .select(handlerOf().as('handlerId'))
    .where('c.id', '=', conversation.id)
    .executeTakeFirstOrThrow();
  const answered = {
    assigned_agent_id: handlerId,
    rating,
    feedback_message: feedback,
    updated_at: now,
  };
  await tx.db
    .insertInto('csat_survey_responses')
    .values({
      account_id: conversation.account.id,
      conversation_id: conversation.id,
      message_id: message.id,
      contact_id: conversation.contact.id,
      ...answered,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet(answered))
    .execute();
}
