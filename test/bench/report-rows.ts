import type { Row } from './large-rows.ts';

const YEAR_SECONDS = 365 * 86_400;
const HALF_YEAR_SECONDS = 184 * 86_400;
const now = Math.floor(Date.now() / 1000);
/** Without its first second, so that the edges of the range have to be read one by one. */
const YEAR = { since: now - YEAR_SECONDS + 1, until: now };

/** A report on the last year, unless the query says otherwise. */
function report(key: string, what: string, path: string, query: Record<string, string | number> = {}): Row {
  const asked = Object.entries({ ...YEAR, ...query }).map(([name, value]) => [name, String(value)]);
  const whole = `/api/v2/accounts/1${path}?${new URLSearchParams(asked)}`;
  return {
    key: `report-${key}`,
    what: `report on a year: ${what}`,
    request: { method: 'GET', path: whole },
    grows: true,
  };
}

const series = (key: string, what: string, query: Record<string, string | number>) =>
  report(key, what, '/reports', { timezone: 'Europe/Berlin', ...query });
const outgoing = { metric: 'outgoing_messages_count' };

/** Every report that there is; of a metric over time, each kind of thing and of period. */
export const REPORTS: Row[] = [
  series('messages', 'messages by day', { type: 'account', ...outgoing }),
  series('hours', 'first responses by hour', {
    type: 'account',
    metric: 'avg_first_response_time',
    group_by: 'hour',
    timezone: 'Asia/Kathmandu',
  }),
  series('inbox-weeks', 'messages of an inbox by week', { type: 'inbox', id: 2, group_by: 'week', ...outgoing }),
  series('agent-months', 'messages of an agent by month', { type: 'agent', id: 1, group_by: 'month', ...outgoing }),
  series('team-year', 'messages of a team', { type: 'team', id: 1, group_by: 'year', ...outgoing }),
  series('label-days', 'messages of a label by day', { type: 'label', id: 2, ...outgoing }),
  report('summary', 'all metrics', '/reports/summary', { type: 'account', business_hours: 'true' }),
  report('bot-summary', 'metrics of bots', '/reports/bot_summary', { type: 'account' }),
  report('bot-metrics', 'how far bots get', '/reports/bot_metrics'),
  report('agents', 'each agent', '/summary_reports/agent'),
  report('teams', 'each team', '/summary_reports/team'),
  report('inboxes', 'each inbox', '/summary_reports/inbox'),
  report('labels', 'each label', '/summary_reports/label'),
  // It takes half a year at most; all conversations began in the first.
  report('channels', 'half a year by channel and status', '/summary_reports/channel', {
    until: YEAR.since + HALF_YEAR_SECONDS,
  }),
  report('outgoing', 'messages of each agent', '/reports/outgoing_messages_count', { group_by: 'agent' }),
  report('matrix', 'inboxes and labels', '/reports/inbox_label_matrix'),
  report('waits', 'how long first responses took', '/reports/first_response_time_distribution'),
  report('table', 'the table of labels', '/reports/labels'),
  report('table-account', 'the table of the account', '/reports/conversations_summary'),
  report('traffic', 'the hours in which conversations began', '/reports/conversation_traffic'),
  report('live', 'conversations as they are now', '/reports/conversations', { type: 'account' }),
  report('live-agents', 'conversations of agents as they are now', '/reports/conversations', { type: 'agent' }),
  report('live-team', 'conversations of a team as they are now', '/live_reports/conversation_metrics', { team_id: 1 }),
  report('live-teams', 'conversations of teams as they are now', '/live_reports/grouped_conversation_metrics', {
    group_by: 'team_id',
  }),
  {
    key: 'report-events',
    what: 'report: the newest events',
    request: { method: 'GET', path: '/reporting_events' },
    grows: true,
  },
];
