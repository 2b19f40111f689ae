import { routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import {
  botMetricsShape,
  botSummaryShape,
  distributionShape,
  matrixShape,
  pointShape,
  summaryShape,
  WAITS,
} from './answers.ts';
import { readBotMetrics } from './bot-metrics.ts';
import { tableOfChannels } from './csv.ts';
import { readDistribution } from './distribution.ts';
import { readSeries } from './figures/series.ts';
import { fileReports } from './file-routes.ts';
import { liveReportRoutes } from './live-routes.ts';
import { readMatrix } from './matrix.ts';
import { outgoingRoutes } from './outgoing-routes.ts';

import { addReport } from './report-routes.ts';
import { matrixQuery, rangeOf, rangeQuery, seriesQuery, totalsQuery, zoneOf } from './schema.ts';
import { whoseOf } from './subjects.ts';
import { BOT_SUMMARY, readSummary, SUMMARY } from './summary.ts';

const RANGE =
  '`since` and `until` are Unix seconds or ISO 8601, and `until` itself is not part of the range. Times are in seconds, with `business_hours` in those in which the inbox was open.';

export const reports = routes('/reports');

addReport(reports, '', {
  summary: 'Show a metric over time',
  description: `One value for each hour, day, week, month or year of the range by the clocks of \`timezone\`, or of the zone that is \`timezone_offset\` hours from UTC. ${RANGE} Outgoing messages are those to contacts, without private notes.`,
  query: seriesQuery,
  shape: list(pointShape),
  read: async ({ tx, account, query, now }) =>
    readSeries(tx, await whoseOf(tx, account.id, query), rangeOf(query, now), {
      metric: query.metric,
      period: query.group_by,
      zone: zoneOf(query),
      inBusinessHours: query.business_hours ?? false,
    }),
});

addReport(reports, '/summary', {
  summary: 'Summarize the metrics of a time',
  description: `With those of as long a time before as \`previous\`. ${RANGE}`,
  query: totalsQuery,
  shape: summaryShape,
  read: (request) => readSummary(request, SUMMARY),
});

addReport(reports, '/bot_summary', {
  summary: 'Summarize what bots did in a time',
  description: 'With what they did in as long a time before as `previous`.',
  query: totalsQuery,
  shape: botSummaryShape,
  read: (request) => readSummary(request, BOT_SUMMARY),
});

addReport(reports, '/bot_metrics', {
  summary: 'Show how far bots get',
  description:
    'The conversations and outgoing messages of the range in the inboxes that have a bot now, and in how many percent of as many conversations a bot resolved one or handed it over.',
  query: rangeQuery,
  shape: botMetricsShape,
  read: ({ tx, account, query, now }) => readBotMetrics(tx, account.id, rangeOf(query, now)),
});

addReport(reports, '/inbox_label_matrix', {
  summary: 'Count new conversations by inbox and label',
  description:
    'A row for each inbox, with a number for each label; all of them unless `inbox_ids` or `label_ids` name some.',
  query: matrixQuery,
  shape: matrixShape,
  read: ({ tx, account, query, now }) =>
    readMatrix(tx, account.id, rangeOf(query, now), { inboxIds: query.inbox_ids, labelIds: query.label_ids }),
  table: ({ inboxes, labels, matrix }) => ({
    header: ['inbox', ...labels.map(({ title }) => title)],
    lines: inboxes.map(({ name }, row) => [name, ...(matrix[row] ?? [])]),
  }),
});

addReport(reports, '/first_response_time_distribution', {
  summary: 'Count first responses by how long they took',
  description: 'By the channel of the inbox.',
  query: rangeQuery,
  shape: distributionShape,
  read: ({ tx, account, query, now }) => readDistribution(tx, account.id, rangeOf(query, now)),
  table: (channels) => tableOfChannels(channels, WAITS),
});

reports.include(outgoingRoutes, liveReportRoutes, fileReports);
