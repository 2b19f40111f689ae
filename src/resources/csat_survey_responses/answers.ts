import { RATINGS } from '../../entities/csat-response.ts';
import { agentShape } from '../../wire/agent-block.ts';
import { contactBlockShape } from '../../wire/block-shapes.ts';
import { integer, iso, named, nullable, oneOf, seconds, type Shape, shape, text } from '../../wire/shape.ts';

const rating: Shape<number> = oneOf(RATINGS);

export const responseShape = named(
  'CsatSurveyResponse',
  {
    id: integer,
    rating,
    feedback_message: nullable(text),
    csat_review_notes: nullable(text),
    review_notes_updated_at: nullable(seconds),
    account_id: integer,
    message_id: integer,
    conversation_id: integer,
    contact: contactBlockShape,
    created_at: seconds,
  },
  { assigned_agent: agentShape, review_notes_updated_by: shape({ id: integer, name: text }) },
);

export const metricsShape = named('CsatMetrics', {
  total_count: integer,
  ratings_count: shape(Object.fromEntries(RATINGS.map((each) => [String(each), integer]))),
  total_sent_messages_count: integer,
});

/** The survey as the contact sees it. */
export const surveyShape = named('CsatSurvey', {
  id: integer,
  csat_survey_response: nullable(
    shape({
      id: integer,
      account_id: integer,
      conversation_id: integer,
      message_id: integer,
      contact_id: integer,
      assigned_agent_id: nullable(integer),
      rating,
      feedback_message: nullable(text),
      created_at: iso,
      updated_at: iso,
    }),
  ),
  display_type: oneOf(['emoji', 'star']),
  content: nullable(text),
  inbox_avatar_url: text,
  inbox_name: text,
  locale: text,
  conversation_id: integer,
  created_at: iso,
});
