import { RATINGS } from '../../entities/csat-response.ts';
import { agentBlock } from '../../wire/agent-block.ts';
import { contactBlock } from '../../wire/conversation-blocks.ts';
import { csatConfigBlock } from '../../wire/inbox-blocks.ts';
import type { Shown } from '../../wire/shape.ts';
import { iso, unixSeconds } from '../../time.ts';
import type { metricsShape, responseShape, surveyShape } from './answers.ts';
import type { Survey } from './find-survey.ts';
import type { ResponseRow } from './queries.ts';

export function presentResponse(response: ResponseRow, now: Date): Shown<typeof responseShape> {
  return {
    id: response.id,
    rating: response.rating,
    feedback_message: response.feedbackMessage,
    csat_review_notes: response.reviewNotes,
    review_notes_updated_at: response.reviewNotesUpdatedAt && unixSeconds(response.reviewNotesUpdatedAt),
    ...(response.reviewer && { review_notes_updated_by: { id: response.reviewer.id, name: response.reviewer.name } }),
    account_id: response.accountId,
    message_id: response.messageId,
    conversation_id: response.displayId,
    contact: contactBlock(response.contact),
    ...(response.agent && { assigned_agent: agentBlock(response.agent, response.accountId, now) }),
    created_at: unixSeconds(response.createdAt),
  };
}

/** The numbers of answers and surveys: `counts` are in the order of RATINGS, `sent` is the number of surveys. */
export function presentMetrics({ counts, sent }: { counts: number[]; sent: number }): Shown<typeof metricsShape> {
  return {
    total_count: counts.reduce((sum, count) => sum + count, 0),
    ratings_count: Object.fromEntries(RATINGS.map((rating, index) => [String(rating), counts[index] ?? 0])),
    total_sent_messages_count: sent,
  };
}

export function presentSurvey(survey: Survey): Shown<typeof surveyShape> {
  const { response } = survey;
  return {
    id: survey.messageId,
    csat_survey_response: response && {
      id: response.id,
      account_id: response.accountId,
      conversation_id: survey.displayId,
      message_id: survey.messageId,
      contact_id: response.contactId,
      assigned_agent_id: response.assignedAgentId,
      rating: response.rating,
      feedback_message: response.feedbackMessage,
      created_at: iso(response.createdAt),
      updated_at: iso(response.updatedAt),
    },
    display_type: displayType(survey),
    content: survey.content,
    inbox_avatar_url: survey.inboxAvatarUrl ?? '',
    inbox_name: survey.inboxName,
    locale: survey.config.language ?? survey.locale,
    conversation_id: survey.displayId,
    created_at: iso(survey.createdAt),
  };
}

/** How the ratings look: as stored with the survey, otherwise as set in the inbox. */
export function displayType({ contentAttributes, config }: Survey): 'emoji' | 'star' {
  const type = contentAttributes['display_type'] ?? csatConfigBlock(config).display_type;
  return type === 'star' ? 'star' : 'emoji';
}
