import { found } from '../../errors.ts';
import { ok, written } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { metricsShape, responseShape } from './answers.ts';
import { presentMetrics, presentResponse } from './presenter.ts';
import { countResponses, eachResponse, findResponse, listResponses } from './queries.ts';
import { responsesFile } from './responses-file.ts';
import { reviewResponse } from './review-response.ts';
import { filterQuery, listResponsesQuery, responseFilter, reviewBody } from './schema.ts';

const PAGE_SIZE = 25;

export const csatSurveyResponses = routes('/csat_survey_responses');

csatSurveyResponses.get(
  '/',
  {
    permission: 'csat_survey_response:read',
    summary: 'List what contacts answered to surveys',
    query: listResponsesQuery,
    page: PAGE_SIZE,
    answer: ok(list(responseShape)),
  },
  async ({ tx, account, query, page, now }) => {
    const rows = await listResponses(tx, account.id, responseFilter(query), query.sort, page);
    return rows.map((row) => presentResponse(row, now));
  },
);

csatSurveyResponses.get(
  '/metrics',
  {
    permission: 'csat_survey_response:read',
    summary: 'Count surveys and their ratings',
    query: filterQuery,
    answer: ok(metricsShape),
  },
  async ({ tx, account, query }) => presentMetrics(await countResponses(tx, account.id, responseFilter(query))),
);

csatSurveyResponses.get(
  '/download',
  {
    permission: 'csat_survey_response:read',
    summary: 'Download what contacts answered to surveys',
    description: 'As a CSV file, newest first.',
    query: filterQuery,
    answer: written('text/csv'),
  },
  ({ tx, account, query, publicUrl, ctx }) => {
    ctx.attachment('csat_survey_responses.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = responsesFile(eachResponse(tx, account.id, responseFilter(query)), publicUrl);
  },
);

csatSurveyResponses.patch(
  '/:id',
  {
    permission: 'csat_survey_response:write',
    summary: 'Note something about what a contact answered to a survey',
    description: 'The notes are for the team; the answer itself stays as it is.',
    find: responseOf,
    body: reviewBody,
    name: 'csat_survey_response',
    example: { csat_review_notes: 'The parcel was late: we called back.' },
    answer: ok(responseShape),
  },
  async ({ tx, account, caller, found: { id }, body, now }) => {
    await reviewResponse(tx, id, { notes: body.csat_review_notes || null, userId: caller.id }, now);
    return presentResponse(found(await findResponse(tx, account.id, id), 'Survey response'), now);
  },
);

async function responseOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findResponse(tx, account.id, params.id), 'Survey response');
}
