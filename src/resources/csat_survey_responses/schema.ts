import { type InferType } from 'yup';
import { RATINGS } from '../../entities/csat-response.ts';
import { array, integer, moment, object, oneOf, text } from '../../fields.ts';

const FEEDBACK_LENGTH = 10_000;
const NOTES_LENGTH = 20_000;
const WORST = RATINGS[0];
const BEST = RATINGS[4];
const RANGE = `must be a whole number from ${WORST} to ${BEST}`;

const rating = () => integer().typeError(RANGE).min(WORST, RANGE).max(BEST, RANGE);

/** A contact's answer, as the survey's page sends it. */
export const answerBody = object({
  rating: rating().required(`is missing: a whole number from ${WORST} to ${BEST}`),
  feedback_message: text(FEEDBACK_LENGTH).nullable(),
});

/** A contact's answer, as Chatwoot's apps send it. */
export const submittedAnswerBody = object({
  submitted_values: object({ csat_survey_response: answerBody.default(undefined).required('is missing') })
    .default(undefined)
    .required('is missing: an object with csat_survey_response'),
});

/** What the team notes about an answer; null or empty = nothing. */
export const reviewBody = object({
  csat_review_notes: text(NOTES_LENGTH)
    .nullable()
    .defined('is missing')
    .meta({ description: 'null or empty text removes the notes' }),
});

const filters = {
  since: moment(),
  until: moment(),
  user_ids: array(integer().required('must be the id of a user'))
    .typeError('must be a list of user ids')
    .transform((_, given: unknown) => (given === undefined || given === null ? given : [given].flat())),
  inbox_id: integer(),
  team_id: integer(),
  rating: rating(),
};

const SORTS = ['created_at', '-created_at', 'rating', '-rating'] as const;

export const filterQuery = object(filters);
export const listResponsesQuery = object({ ...filters, sort: oneOf(SORTS).strict(false).default('-created_at') });

export type Sort = (typeof SORTS)[number];

/** Which answers; undefined = no condition. */
export type ResponseFilter = {
  /** When the survey was first answered, both ends included. */
  since: Date | undefined;
  until: Date | undefined;
  /** The assignees at the time of the rating. */
  userIds: number[] | undefined;
  inboxId: number | undefined;
  teamId: number | undefined;
  rating: number | undefined;
};

/** All of them. */
export const NO_FILTER: ResponseFilter = {
  since: undefined,
  until: undefined,
  userIds: undefined,
  inboxId: undefined,
  teamId: undefined,
  rating: undefined,
};

export function responseFilter(query: InferType<typeof filterQuery>): ResponseFilter {
  return {
    since: query.since,
    until: query.until,
    userIds: query.user_ids,
    inboxId: query.inbox_id,
    teamId: query.team_id,
    rating: query.rating,
  };
}
