import type { AppError } from '../../errors.ts';
import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, publicUrl, type RouteMiddleware, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { text } from '../../shapes.ts';
import { answerSurvey } from './answer-survey.ts';
import { findSurvey } from './find-survey.ts';
import { answerBody } from './schema.ts';
import { problemPage, surveyPage, surveyPagePolicy } from './survey-page.ts';

/** /survey/responses: the survey for people with nothing but a browser; whoever knows the uuid is the contact. */
export const surveyPages = router();

const page = [text, 'text/html'] as const;
const refusedAs = (status: number) => mayAnswer(status, ...page);

surveyPages.get(
  '/:uuid',
  allow('survey:read'),
  takes({}),
  answers(text, 200, 'text/html'),
  refusedAs(404),
  refusedAs(429),
  async (ctx) => {
    show(ctx, await surveyPage(await surveyOf(ctx), false, ctx.state.now));
  },
);

surveyPages.post(
  '/:uuid',
  allow('survey:write'),
  takes({ body: answerBody }),
  answers(text, 200, 'text/html'),
  refusedAs(400),
  refusedAs(404),
  refusedAs(413),
  refusedAs(422),
  refusedAs(429),
  async (ctx) => {
    const { em, now } = ctx.state;
    const survey = await surveyOf(ctx);
    const { rating, feedback_message: feedback } = validate(answerBody, ctx);
    await answerSurvey(em, survey, { rating, feedback: feedback?.trim() || null }, now);
    show(ctx, await surveyPage(await surveyOf(ctx), true, now));
  },
);

/** What stands before the pages: their own rules for browsers, and refusals as pages. The address is the contact's alone. */
export const surveyDoor: RouteMiddleware[] = [
  guardedPage((ctx) => surveyPagePolicy(publicUrl(ctx))),
  errorPages((_, { message, detail }: AppError) => problemPage(message, detail ?? '')),
];

function surveyOf(ctx: Ctx) {
  return findSurvey(ctx.state.em, ctx.params['uuid'] ?? '');
}

function show(ctx: Ctx, html: string): void {
  ctx.type = 'html';
  ctx.body = html;
}
