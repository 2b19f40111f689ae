import { answers, takes } from '../../http/describe.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { publicUrl, router } from '../../http/state.ts';
import { validateQuery } from '../../http/validate.ts';
import { list, text } from '../../shapes.ts';
import { metricsShape, responseShape } from './answers.ts';
import { presentMetrics, presentResponse } from './presenter.ts';
import { countResponses, eachResponse, listResponses } from './queries.ts';
import { responsesFile } from './responses-file.ts';
import { filterQuery, listQuery, responseFilter } from './schema.ts';

const PAGE_SIZE = 25;

/** /csat_survey_responses */
export const csatSurveyResponses = router();

csatSurveyResponses.get(
  '/',
  allow('csat_survey_response:read'),
  takes({ query: listQuery, page: true }),
  answers(list(responseShape)),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const query = validateQuery(listQuery, ctx);
    const page = pageOf(ctx, PAGE_SIZE);
    const rows = await listResponses(em, account.id, responseFilter(query), query.sort ?? '-created_at', page);
    ctx.body = rows.map((row) => presentResponse(row, now));
  },
);

csatSurveyResponses.get(
  '/metrics',
  allow('csat_survey_response:read'),
  takes({ query: filterQuery }),
  answers(metricsShape),
  async (ctx) => {
    const { em, account } = ctx.state;
    const filter = responseFilter(validateQuery(filterQuery, ctx));
    ctx.body = presentMetrics(await countResponses(em, account.id, filter));
  },
);

csatSurveyResponses.get(
  '/download',
  allow('csat_survey_response:read'),
  takes({ query: filterQuery }),
  answers(text, 200, 'text/csv'),
  (ctx) => {
    const { em, account } = ctx.state;
    const filter = responseFilter(validateQuery(filterQuery, ctx));
    ctx.attachment('csat_survey_responses.csv');
    ctx.type = 'text/csv; charset=utf-8';
    ctx.body = responsesFile(eachResponse(em, account.id, filter), publicUrl(ctx));
  },
);
