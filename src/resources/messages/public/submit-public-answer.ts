import type { Tx } from '../../../db/tx.ts';
import { submitValues } from '../../../conversations/messages/submit-values.ts';
import { answerSurvey } from '../../csat_survey_responses/answer-survey.ts';
import type { MessageInPlace, SubmittedValues } from './schema.ts';

/**
 * Stores what a contact answers to a message: a rating, or what they chose or filled in.
 * @throws AppError as `answerSurvey` and `submitValues` do
 */
export async function submitPublicAnswer(
  tx: Tx,
  { conversation, message }: MessageInPlace,
  values: SubmittedValues,
  now: Date,
): Promise<void> {
  if ('csat_survey_response' in values) {
    const { rating, feedback_message: feedback } = values.csat_survey_response;
    const place = { conversationId: conversation.id, messageId: message.id };
    await answerSurvey(tx, place, { rating, feedback: feedback || null }, now);
  } else await submitValues(tx, conversation.id, message.id, values, now);
}
