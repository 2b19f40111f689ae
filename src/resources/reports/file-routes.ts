import type { InferType } from 'yup';
import { routes } from '../../http/routes/route.ts';
import { DAY, HOUR, SECOND } from '../../time.ts';
import { clocksOf } from './figures/periods.ts';
import { readSeries } from './figures/series.ts';
import { readTotals } from './figures/totals.ts';
import { addTable, type ReportRequest } from './report-routes.ts';
import { type Group, rangeOf, timedQuery, zoneOf, zoneQuery } from './schema.ts';
import { subjectsOf } from './subjects.ts';
import { SUMMARY } from './summary.ts';

// Tables for people. Times are in seconds.

export const fileReports = routes('/reports');

const OF_GROUPS = [
  'conversations_count',
  'avg_first_response_time',
  'avg_resolution_time',
  'reply_time',
  'resolutions_count',
] as const;
const HEADER = [
  'Conversations',
  'Average first response time',
  'Average resolution time',
  'Average reply time',
  'Resolutions',
];

const TABLES: [path: string, group: Group, name: string][] = [
  ['agents', 'agent', 'Agent'],
  ['inboxes', 'inbox', 'Inbox'],
  ['labels', 'label', 'Label'],
  ['teams', 'team', 'Team'],
];

for (const [path, group, name] of TABLES) {
  addTable(fileReports, `/${path}`, {
    summary: `Download the metrics of ${path}`,
    query: timedQuery,
    read: (request) => tableOf(request, group, name),
  });
}

addTable(fileReports, '/conversations_summary', {
  summary: 'Download the metrics of the account',
  query: timedQuery,
  read: async ({ tx, account, query, now }) => {
    const whose = { accountId: account.id, kind: 'account', subject: '' } as const;
    const totals = await readTotals(tx, whose, rangeOf(query, now), SUMMARY, query.business_hours ?? false);
    const header = [
      'Conversations',
      'Incoming messages',
      'Outgoing messages',
      'Average first response time',
      'Average resolution time',
      'Resolutions',
      'Average reply time',
    ];
    return { header, lines: [SUMMARY.map((metric) => totals.of('')[metric])] };
  },
});

addTable(fileReports, '/conversation_traffic', {
  summary: 'Download how many conversations began in each hour',
  query: zoneQuery,
  read: trafficOf,
});

async function tableOf(
  { tx, account, query, now }: ReportRequest<InferType<typeof timedQuery>>,
  group: Group,
  name: string,
) {
  const whose = { accountId: account.id, kind: group, subject: null };
  const totals = await readTotals(tx, whose, rangeOf(query, now), OF_GROUPS, query.business_hours ?? false);
  const lines = (await subjectsOf(tx, account.id, group)).map((subject) => [
    subject.name,
    ...OF_GROUPS.map((metric) => totals.of(subject.subject)[metric]),
  ]);
  return { header: [name, ...HEADER], lines };
}

const HOURS = 24;

/** A line for each hour of the clock, and a column for each day. */
async function trafficOf({ tx, account, query, now }: ReportRequest<InferType<typeof zoneQuery>>) {
  const zone = zoneOf(query);
  const whose = { accountId: account.id, kind: 'account', subject: '' } as const;
  const options = { metric: 'conversations_count', period: 'hour', zone, inBusinessHours: false } as const;
  const clock = clocksOf(zone);
  const days = new Map<number, number[]>();
  for (const { value, timestamp } of await readSeries(tx, whose, rangeOf(query, now), options)) {
    const shown = clock(timestamp * SECOND);
    const day = Math.floor(shown / DAY);
    const hour = Math.floor((shown - day * DAY) / HOUR);
    const counts = days.get(day) ?? Array.from({ length: HOURS }, () => 0);
    counts[hour] = (counts[hour] ?? 0) + value;
    days.set(day, counts);
  }
  const lines = Array.from({ length: HOURS }, (_, hour) => [
    `${String(hour).padStart(2, '0')}:00`,
    ...[...days.values()].map((counts) => counts[hour] ?? 0),
  ]);
  const names = [...days.keys()].map((day) => new Date(day * DAY).toISOString().slice(0, 10));
  return { header: ['Start of the hour', ...names], lines };
}
