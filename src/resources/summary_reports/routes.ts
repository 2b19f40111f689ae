import { CONVERSATION_STATUSES } from '../../entities/conversation.ts';
import { invalid } from '../../errors.ts';
import { routes } from '../../http/routes/route.ts';
import { DAY } from '../../time.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import { list } from '../../wire/shape.ts';
import { channelSummaryShape, groupSummaryShape } from '../reports/answers.ts';
import { tableOfChannels } from '../reports/csv.ts';
import { readTotals } from '../reports/figures/totals.ts';
import { countByChannel } from '../reports/queries.ts';
import { addReport } from '../reports/report-routes.ts';
import { GROUPS, rangeOf, rangeQuery, timedQuery } from '../reports/schema.ts';
import { subjectsOf } from '../reports/subjects.ts';

const METRICS = [
  'conversations_count',
  'resolutions_count',
  'avg_resolution_time',
  'avg_first_response_time',
  'reply_time',
] as const;
/** Six months, however long they are. */
const LONGEST_RANGE_MS = 184 * DAY;

export const summaryReports = routes('/summary_reports');

for (const group of GROUPS) {
  // As in Chatwoot.
  const isLabel = group === 'label';
  addReport(summaryReports, `/${group}`, {
    summary: `Summarize the metrics of each ${group}`,
    description: `Averages of nothing are ${isLabel ? '0' : 'null'}. Times are in seconds, with \`business_hours\` in those in which the inbox was open.`,
    query: timedQuery,
    shape: list(groupSummaryShape),
    read: async ({ tx, account, query, now }) => {
      const whose = { accountId: account.id, kind: group, subject: null };
      const totals = await readTotals(tx, whose, rangeOf(query, now), METRICS, query.business_hours ?? false);
      return (await subjectsOf(tx, account.id, group)).map(({ id, name, subject }) => {
        const figures = totals.of(subject);
        const none = isLabel ? 0 : null;
        return {
          id,
          ...(isLabel && { name }),
          conversations_count: figures.conversations_count ?? 0,
          resolved_conversations_count: figures.resolutions_count ?? 0,
          avg_resolution_time: figures.avg_resolution_time ?? none,
          avg_first_response_time: figures.avg_first_response_time ?? none,
          avg_reply_time: figures.reply_time ?? none,
        };
      });
    },
  });
}

addReport(summaryReports, '/channel', {
  summary: 'Count new conversations by channel and status',
  description: 'By the status that they have now. At most six months: those before `until` unless there is a `since`.',
  query: rangeQuery,
  shape: channelSummaryShape,
  read: async ({ tx, account, query, now }) => {
    const { since, until } = rangeOf(query, now);
    const range = { since: query.since ? since : new Date(until.getTime() - LONGEST_RANGE_MS), until };
    if (range.until.getTime() - range.since.getTime() > LONGEST_RANGE_MS) {
      throw invalid('Date range cannot exceed 6 months', 'since and until must be at most 184 days apart', ['since']);
    }
    const channels: Record<string, Record<string, number>> = {};
    for (const { channel, status, count } of await countByChannel(tx, account.id, range)) {
      const counts = (channels[CHANNEL_NAMES[channel]] ??= { open: 0, resolved: 0, pending: 0, snoozed: 0, total: 0 });
      counts[status] = Number(count);
      counts['total'] = (counts['total'] ?? 0) + Number(count);
    }
    return channels;
  },
  table: (channels) => tableOfChannels(channels, [...CONVERSATION_STATUSES, 'total']),
});
