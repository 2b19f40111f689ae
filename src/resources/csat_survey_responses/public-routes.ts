import type { AppError } from '../../errors.ts';
import { htmlPage, ok } from '../../http/routes/answer.ts';
import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { publicUrl, type RouteMiddleware } from '../../http/state.ts';
import { answerSurvey } from './answer-survey.ts';
import { surveyShape } from './answers.ts';
import { findSurvey } from './find-survey.ts';
import { presentSurvey } from './presenter.ts';
import { answerBody, submittedAnswerBody } from './schema.ts';
import { problemPage, surveyPage, surveyPagePolicy } from './survey-page.ts';

// The survey for its contact, who alone knows the uuid of the conversation.

const example = { rating: 5, feedback_message: 'Quick and friendly' };

/** The survey for apps. */
export const publicSurveys = routes('/csat_survey');

publicSurveys.get(
  '/:uuid',
  { permission: 'survey:read', summary: 'Show a survey', find: surveyOf, answer: ok(surveyShape) },
  ({ found: survey }) => presentSurvey(survey),
);

publicSurveys.patch(
  '/:uuid',
  {
    permission: 'survey:write',
    summary: 'Answer a survey',
    description: 'Within 14 days of being asked; another answer takes the place of the first.',
    find: surveyOf,
    body: submittedAnswerBody,
    name: 'message',
    example: { submitted_values: { csat_survey_response: example } },
    answer: ok(surveyShape),
  },
  async ({ found: survey, body, ...asked }) => {
    const { rating, feedback_message: feedback } = body.submitted_values.csat_survey_response;
    await answerSurvey(asked.tx, survey, { rating, feedback: feedback || null }, asked.now);
    return presentSurvey(await surveyOf(asked));
  },
);

const pages = routes('/responses');

pages.get(
  '/:uuid',
  { permission: 'survey:read', summary: 'Show the page of a survey', find: surveyOf, answer: htmlPage },
  ({ found: survey, now }) => surveyPage(survey, false, now),
);

pages.post(
  '/:uuid',
  {
    permission: 'survey:write',
    summary: 'Answer a survey on its page',
    find: surveyOf,
    body: answerBody,
    example,
    answer: htmlPage,
  },
  async ({ found: survey, body: { rating, feedback_message: feedback }, ...asked }) => {
    await answerSurvey(asked.tx, survey, { rating, feedback: feedback?.trim() || null }, asked.now);
    return surveyPage(await surveyOf(asked), true, asked.now);
  },
);

/** Runs before the pages: headers for browsers, and errors as pages. */
const before: readonly RouteMiddleware[] = [
  guardedPage((ctx) => surveyPagePolicy(publicUrl(ctx))),
  errorPages((_, { message, detail }: AppError) => problemPage(message, detail ?? '')),
];

/** The survey for people with only a browser. */
export const surveyPages = { ...pages, before };

function surveyOf({ tx, params }: Asked<'/:uuid'>) {
  return findSurvey(tx, params.uuid);
}
