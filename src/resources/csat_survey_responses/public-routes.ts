import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { answerSurvey } from './answer-survey.ts';
import { surveyShape } from './answers.ts';
import { findSurvey } from './find-survey.ts';
import { presentSurvey } from './presenter.ts';
import { submittedAnswerBody } from './schema.ts';

/** /public/api/v1/csat_survey: whoever knows the conversation's uuid is the contact. */
export const publicSurveys = router();

publicSurveys.get('/:uuid', allow('survey:read'), takes({}), answers(surveyShape), mayAnswer(429), async (ctx) => {
  ctx.body = presentSurvey(await surveyOf(ctx));
});

publicSurveys.patch(
  '/:uuid',
  allow('survey:write'),
  takes({ body: submittedAnswerBody, name: 'message' }),
  answers(surveyShape),
  mayAnswer(429),
  async (ctx) => {
    const { em, now } = ctx.state;
    const survey = await surveyOf(ctx);
    const { rating, feedback_message: feedback } = validate(submittedAnswerBody, ctx).submitted_values
      .csat_survey_response;
    await answerSurvey(em, survey, { rating, feedback: feedback || null }, now);
    ctx.body = presentSurvey(await surveyOf(ctx));
  },
);

function surveyOf(ctx: Ctx) {
  return findSurvey(ctx.state.em, ctx.params['uuid'] ?? '');
}
