import type { Random } from '../../../bin/seed/random.ts';
import { type Chat, METRICS, PERIODS, periodsOf, type Range, TIMES } from './ledger.ts';
import { channels, live } from './live-questions.ts';
import { LocalTime } from './local-time.ts';
import type { Played } from './play.ts';
import { ACCOUNT, CHANNEL, fileOf, type Question, type Subject } from './question.ts';

const SUMMARY = METRICS.filter((name) => !name.startsWith('bot_'));
const BOT_SUMMARY = METRICS.filter((name) => name.startsWith('bot_'));
const WAITS = ['0-1h', '1-4h', '4-8h', '8-24h', '24h+'];

/** Everything that has figures: the account, and all inboxes, agents, teams and labels of it. */
export async function subjectsOf({ account }: Played): Promise<Subject[]> {
  const all = async (path: string) => {
    const { body } = await account.call('GET', path);
    return (body.payload ?? body) as { id: number; name: string; title: string }[];
  };
  return [
    ACCOUNT,
    ...(await all('/inboxes')).map(({ id, name }) => ({ type: 'inbox' as const, key: id, id, name })),
    ...(await all('/agents')).map(({ id, name }) => ({ type: 'agent' as const, key: id, id, name })),
    ...(await all('/teams')).map(({ id, name }) => ({ type: 'team' as const, key: id, id, name })),
    ...(await all('/labels')).map(({ id, title }) => ({ type: 'label' as const, key: title, id, name: title })),
  ];
}

/** How many of the metrics over time are asked for: hundreds of histories cover all of them often enough. */
const ASKED = 0.4;

/** Questions about a range: every report, of all subjects, with metrics over time, periods, clocks and business hours as chance has it. */
export function questionsAbout(played: Played, subjects: Subject[], range: Range, random: Random): Question[] {
  const maybe = () => random.pick([true, false, undefined]);
  return [
    ...subjects.flatMap((subject) =>
      METRICS.filter(() => random.next() < ASKED).map((metric) => series(played, random, range, { subject, metric })),
    ),
    ...subjects.flatMap((subject) => [true, false].map((isTimed) => summary(played, range, subject, isTimed, SUMMARY))),
    ...subjects.map((subject) => summary(played, range, subject, random.next() < 0.5, BOT_SUMMARY)),
    ...groups(subjects).map(([group, some]) => outgoing(played, range, group, some)),
    ...groups(subjects).map(([group, some]) => ofGroup(played, range, { group, some, isTimed: maybe() })),
    matrix(played, range, subjects, random),
    botMetrics(played, range),
    waits(played, range),
    channels(played, range),
    ...live(played, subjects),
  ];
}

const groups = (subjects: Subject[]) =>
  (['agent', 'team', 'inbox', 'label'] as const).map((group) => {
    const some = subjects.filter(({ type }) => type === group);
    return [group, some.toSorted((one, other) => one.id! - other.id!)] as const;
  });

function series(
  { ledger, zone }: Played,
  random: Random,
  range: Range,
  { subject, metric }: { subject: Subject; metric: string },
): Question {
  const period = random.pick(PERIODS);
  const isTimed = random.next() < 0.5;
  const offset = random.pick([null, null, -9.5, 5.75, 0, 14]);
  const local = LocalTime.of(offset === null ? zone : nameOf(offset));
  const expected = periodsOf(range, period, local).map((part) => {
    const within = { since: Math.max(part.since, range.since), until: Math.min(part.until, range.until) };
    const { value, count } = ledger.metric(metric, subject, within, isTimed);
    return { value: value ?? 0, timestamp: part.since, ...(TIMES.includes(metric) && { count }) };
  });
  const clocks = offset === null ? { timezone: zone } : { timezone_offset: offset };
  const query = { type: subject.type, id: subject.id, metric, group_by: period, ...clocks, business_hours: isTimed };
  return { path: '/reports', query: { ...query, ...range }, expected };
}

/** The name of the zone so many hours from UTC. */
function nameOf(hours: number): string {
  const minutes = Math.abs(hours) * 60;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function summary({ ledger }: Played, range: Range, subject: Subject, isTimed: boolean, metrics: string[]): Question {
  const totals = (within: Range) =>
    Object.fromEntries(metrics.map((name) => [name, ledger.metric(name, subject, within, isTimed).value ?? 0]));
  const before = { since: 2 * range.since - range.until, until: range.since };
  return {
    path: metrics === SUMMARY ? '/reports/summary' : '/reports/bot_summary',
    query: { type: subject.type, id: subject.id, business_hours: isTimed, ...range },
    expected: { ...totals(range), previous: totals(before) },
  };
}

function outgoing({ ledger }: Played, range: Range, group: string, subjects: Subject[]): Question {
  const expected = subjects.map((subject) => ({
    id: subject.id,
    name: subject.name,
    outgoing_messages_count: ledger.metric('outgoing_messages_count', subject, range, false).value,
  }));
  return { path: '/reports/outgoing_messages_count', query: { group_by: group, ...range }, expected };
}

type OfGroup = { group: string; some: Subject[]; isTimed: boolean | undefined };

function ofGroup({ ledger }: Played, range: Range, { group, some, isTimed }: OfGroup): Question {
  const expected = some.map((subject) => {
    const valueOf = (metric: string) => ledger.metric(metric, subject, range, isTimed ?? false).value;
    const none = group === 'label' ? 0 : null;
    return {
      id: subject.id,
      ...(group === 'label' && { name: subject.name }),
      conversations_count: valueOf('conversations_count'),
      resolved_conversations_count: valueOf('resolutions_count'),
      avg_resolution_time: valueOf('avg_resolution_time') ?? none,
      avg_first_response_time: valueOf('avg_first_response_time') ?? none,
      avg_reply_time: valueOf('reply_time') ?? none,
    };
  });
  return { path: `/summary_reports/${group}`, query: { business_hours: isTimed, ...range }, expected };
}

function matrix({ ledger }: Played, range: Range, subjects: Subject[], random: Random): Question {
  const chosen = (type: Subject['type']) => {
    const all = subjects.filter((subject) => subject.type === type);
    return random.next() < 0.3 ? [random.pick(all)] : all;
  };
  const [inboxes, labels] = [chosen('inbox'), chosen('label')];
  const created = (inbox: Subject, label: Subject) =>
    ledger.factsOf('created', label, range).filter(({ chat }) => chat.inbox.id === inbox.key).length;
  return {
    path: '/reports/inbox_label_matrix',
    query: { 'inbox_ids[]': inboxes.map(({ id }) => id), 'label_ids[]': labels.map(({ id }) => id), ...range },
    expected: {
      inboxes: inboxes.map(({ id, name }) => ({ id, name })),
      labels: labels.map(({ id, name }) => ({ id, title: name })),
      matrix: inboxes.map((inbox) => labels.map((label) => created(inbox, label))),
    },
    file: inboxes.map((inbox) => ({
      inbox: inbox.name,
      ...Object.fromEntries(labels.map((label) => [label.name, String(created(inbox, label))])),
    })),
  };
}

function botMetrics({ ledger }: Played, range: Range): Question {
  const ofBots = ({ chat }: { chat: Chat }) => chat.inbox.hasBot;
  const conversations = ledger.factsOf('created', ACCOUNT, range).filter(ofBots).length;
  const rate = (kind: 'bot_resolved' | 'bot_handoff') => {
    const chats = new Set(ledger.factsOf(kind, ACCOUNT, range).map(({ chat }) => chat));
    return conversations === 0 ? 0 : Math.floor((100 * chats.size) / conversations);
  };
  return {
    path: '/reports/bot_metrics',
    query: range,
    expected: {
      conversation_count: conversations,
      message_count: ledger.factsOf('outgoing', ACCOUNT, range).filter(ofBots).length,
      resolution_rate: rate('bot_resolved'),
      handoff_rate: rate('bot_handoff'),
    },
  };
}

function waits({ ledger }: Played, range: Range): Question {
  const hours = ledger.factsOf('first_response', ACCOUNT, range).map(({ fact }) => (fact.at - fact.from!) / 3600);
  const place = (wait: number) => [1, 4, 8, 24].filter((limit) => wait >= limit).length;
  const counts = WAITS.map((name, index) => [name, hours.filter((wait) => place(wait) === index).length]);
  const expected: Record<string, Record<string, number>> = hours.length === 0
    ? {}
    : { [CHANNEL]: Object.fromEntries(counts) };
  return { path: '/reports/first_response_time_distribution', query: range, expected, file: fileOf(expected) };
}
