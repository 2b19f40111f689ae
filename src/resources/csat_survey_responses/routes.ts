import { ok, written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { metricsShape, responseShape } from './answers.ts';
import { presentMetrics, presentResponse } from './presenter.ts';
import { countResponses, eachResponse, listResponses } from './queries.ts';
import { responsesFile } from './responses-file.ts';
import { filterQuery, listResponsesQuery, responseFilter } from './schema.ts';

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
