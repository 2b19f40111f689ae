import type { Random } from '../../../bin/seed/random.ts';
import type { Range } from './ledger.ts';
import { LocalTime } from './local-time.ts';
import type { Played } from './play.ts';
import { ACCOUNT, type Subject } from './question.ts';

/** A report that is a CSV file for people, and the lines that it must have below its header, in any order. */
export type Table = { path: string; query: Record<string, unknown>; lines: string[][] };

const OF_GROUPS = ['conversations_count', 'avg_first_response_time', 'avg_resolution_time', 'reply_time'];
const OF_ACCOUNT = [
  'conversations_count',
  'incoming_messages_count',
  'outgoing_messages_count',
  'avg_first_response_time',
  'avg_resolution_time',
  'resolutions_count',
  'reply_time',
];
const PATHS = { agent: 'agents', inbox: 'inboxes', label: 'labels', team: 'teams' };

/** All of them on a range. */
export function tablesOf(played: Played, subjects: Subject[], range: Range, random: Random): Table[] {
  const ofGroups = (['agent', 'inbox', 'label', 'team'] as const).map((group) => {
    const isTimed = random.next() < 0.5;
    const some = subjects.filter(({ type }) => type === group);
    const lines = some.map((subject) => [
      subject.name ?? '',
      ...cells(played, [...OF_GROUPS, 'resolutions_count'], subject, range, isTimed),
    ]);
    return { path: `/reports/${PATHS[group]}`, query: { business_hours: isTimed, ...range }, lines };
  });
  const lines = [cells(played, OF_ACCOUNT, ACCOUNT, range, false)];
  return [...ofGroups, { path: '/reports/conversations_summary', query: range, lines }, traffic(played, range)];
}

function cells({ ledger }: Played, metrics: string[], subject: Subject, range: Range, isTimed: boolean): string[] {
  return metrics.map((metric) => String(ledger.metric(metric, subject, range, isTimed).value ?? ''));
}

/** How many conversations began in each hour of the clock: columns are the days that the range touches. */
function traffic({ ledger, zone }: Played, range: Range): Table {
  const local = LocalTime.of(zone);
  const begun = ledger.factsOf('created', ACCOUNT, range).map(({ fact }) => local.at(Math.floor(fact.at / 60)));
  const days = new Set<string>();
  for (let quarter = Math.floor(range.since / 900); quarter * 900 < range.until; quarter += 1) {
    days.add(local.at(quarter * 15).day);
  }
  const lines = Array.from({ length: 24 }, (_, hour) => {
    const isThen = ({ minutes }: { minutes: number }) => Math.floor(minutes / 60) === hour;
    const counts = [...days].map((day) => begun.filter((shown) => shown.day === day && isThen(shown)).length);
    return [`${String(hour).padStart(2, '0')}:00`, ...counts.map(String)];
  });
  return { path: '/reports/conversation_traffic', query: { timezone: zone, ...range }, lines };
}
