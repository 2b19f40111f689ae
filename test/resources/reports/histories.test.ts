import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sumUp } from '../../../src/conversations/reporting/sum-up.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import {
  type Chat,
  type Inbox,
  Ledger,
  METRICS,
  periodsOf,
  type Range,
  TIMES,
  type Whose,
} from '../../support/reports/ledger.ts';
import { LocalTime } from '../../support/reports/local-time.ts';

const SEED = Number(process.env['PARLEY_TEST_REPORT_SEED'] ?? 1);
const HISTORIES = Number(process.env['PARLEY_TEST_REPORT_HISTORIES'] ?? 4);
const STEPS = 60;
const DAY = 86_400;

/** Zones, each with a time at which its clocks change; those of Nepal do not. */
const CHANGES: [zone: string, around: string][] = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Asia/Kathmandu', '2026-03-29T01:00:00Z'],
];

let test: TestApp;
let clock = 0;
beforeAll(async () => {
  test = await givenApp({}, { now: () => new Date(clock * 1000), jobs: false });
});
afterAll(() => test.stop());

describe('every cell of the reports', () => {
  it.each(Array.from({ length: HISTORIES }, (_, place) => SEED + place))(
    'is what happened in the history of seed %s',
    async (seed) => {
      const random = randomFrom(seed);
      const [zone, around] = CHANGES[seed % CHANGES.length]!;
      const played = await play(random, zone, Date.parse(around) / 1000);

      await compare(random, played, 'before all is summed up');
      await sumUp(test.app.tx());
      await compare(random, played, 'after all is summed up');
    },
  );
});

type Played = Awaited<ReturnType<typeof play>>;

/** Does random things to conversations in the days around the time. */
async function play(random: Random, zone: string, around: number) {
  clock = around - 2 * DAY;
  const account = await givenAccount(test);
  const agents = [await givenAgent(test, account), await givenAgent(test, account)];
  const teams = [(await givenTeam(account)).id as number, (await givenTeam(account)).id as number];
  const labels = ['vip', 'refund'];
  for (const title of labels) await account.call('POST', '/labels', { title });
  const local = new LocalTime(zone);
  const opens = 60 * (7 + Math.floor(random.next() * 4)) + 5;
  const hours = { zone: local, opens, closes: opens + 8 * 60 };
  const inboxes: Inbox[] = [
    await givenInboxWith(account, zone, { hours, hasBot: false }),
    await givenInboxWith(account, zone, { hours: null, hasBot: true }),
  ];
  const bot = await givenBot(test, account, inboxes[1]!.id);
  const contact = await givenContact(account);
  const ledger = new Ledger();
  const begun = clock;
  const maybe = <T>(items: readonly T[]) => random.pick([null, ...items]);

  const post = async (chat: Chat, path: string, body: object, token?: string) => {
    const { status, text } = await account.call(
      'POST',
      `/conversations/${chat.id}/${path}`,
      body,
      token ? { token } : {},
    );
    if (status > 201) throw new Error(`${path}: ${text}`);
  };
  const steps: Record<string, (chat: Chat) => Promise<void>> = {
    async hear(chat) {
      await post(chat, 'messages', { content: 'Hello?', message_type: 'incoming' });
      ledger.hear(chat, clock);
    },
    async answer(chat) {
      const agent = random.pick(agents);
      await post(chat, 'messages', { content: 'Hi', message_type: 'outgoing' }, agent.token);
      ledger.answer(chat, agent.id, clock);
    },
    async note(chat) {
      await post(chat, 'messages', { content: 'Hm', message_type: 'outgoing', private: true }, agents[0]!.token);
    },
    async move(chat) {
      const status = random.pick(['open', 'resolved', 'pending'] as const);
      await post(chat, 'toggle_status', { status });
      ledger.move(chat, status, clock, 'person');
    },
    async bot(chat) {
      if (!chat.inbox.hasBot) return;
      const status = random.pick(['open', 'resolved'] as const);
      await post(chat, 'toggle_status', { status }, bot.token);
      ledger.move(chat, status, clock, 'bot');
    },
    async assign(chat) {
      chat.assigneeId = maybe(agents)?.id ?? null;
      await post(chat, 'assignments', { assignee_id: chat.assigneeId });
    },
    async team(chat) {
      const teamId = maybe(teams);
      if (teamId === chat.teamId) return;
      await post(chat, 'assignments', { team_id: teamId });
      chat.teamId = teamId;
      // Its members are none, so it goes to nobody.
      if (teamId !== null) chat.assigneeId = null;
    },
    async label(chat) {
      chat.labels = labels.filter(() => random.next() < 0.5);
      await post(chat, 'labels', { labels: chat.labels });
    },
    async remove(chat) {
      if (random.next() < 0.6) return;
      await account.call('DELETE', `/conversations/${chat.id}`);
      ledger.chats.delete(chat);
    },
    async sumUp() {
      await sumUp(test.app.tx());
    },
  };

  const kinds = ['hear', 'hear', 'hear', 'answer', 'answer', 'answer', ...Object.keys(steps)];
  for (let step = 0; step < STEPS; step += 1) {
    clock += 61 + Math.floor(random.next() ** 3 * 30_000);
    const chat = random.next() < 0.2 ? undefined : random.pick([undefined, ...ledger.chats]);
    if (chat) {
      await steps[random.pick(kinds)]!(chat);
      continue;
    }
    const inbox = random.pick(inboxes);
    const given = { teamId: null, assigneeId: maybe(agents)?.id ?? null };
    const body = { inbox_id: inbox.id, contact_id: contact.id, assignee_id: given.assigneeId ?? undefined };
    const { body: created, status, text } = await account.call('POST', '/conversations', body);
    if (status > 201) throw new Error(text);
    ledger.create(created.id, inbox, given, clock);
  }
  return { account, agents, teams, labels, inboxes, ledger, zone, local, lived: { since: begun, until: clock + 1 } };
}

async function givenInboxWith(
  account: TestAccount,
  zone: string,
  { hours, hasBot }: Omit<Inbox, 'id'>,
): Promise<Inbox> {
  const { id } = await givenInbox(account);
  const clockTimes = hours && {
    open_hour: Math.floor(hours.opens / 60),
    open_minutes: hours.opens % 60,
    close_hour: Math.floor(hours.closes / 60),
    close_minutes: hours.closes % 60,
  };
  const week = Array.from({ length: 7 }, (_, day_of_week) => ({ day_of_week, ...clockTimes }));
  const settings = hours ? { working_hours_enabled: true, timezone: zone, working_hours: week } : {};
  await account.call('PATCH', `/inboxes/${id}`, { ...settings, enable_auto_assignment: false });
  return { id, hours, hasBot };
}

async function compare(random: Random, played: Played, when: string): Promise<void> {
  const { account, agents, teams, labels, inboxes } = played;
  const { body } = await account.call('GET', '/labels');
  const idOf = (title: string) => body.payload.find((label: { title: string }) => label.title === title).id as number;
  const subjects: (Whose & { id?: number })[] = [
    { type: 'account', key: null },
    ...inboxes.map(({ id }) => ({ type: 'inbox' as const, key: id, id })),
    ...agents.map(({ id }) => ({ type: 'agent' as const, key: id, id })),
    ...teams.map((id) => ({ type: 'team' as const, key: id, id })),
    ...labels.map((title) => ({ type: 'label' as const, key: title, id: idOf(title) })),
  ];
  const range = randomRange(random, played.lived);
  for (const subject of subjects) {
    for (const metric of METRICS) await compareSeries(random, played, range, { ...subject, metric }, when);
    for (const isInBusinessHours of [false, true]) {
      await compareSummary(played, range, subject, isInBusinessHours, when);
    }
  }
  await compareMatrix(played, range, idOf, when);
}

/** Part of the time, cut anywhere, or all of it. */
function randomRange(random: Random, { since, until }: Range): Range {
  if (random.next() < 0.3) return { since, until };
  const [one, other] = [random.next(), random.next()].map((part) => since + Math.floor(part * (until - since)));
  return { since: Math.min(one!, other!), until: Math.max(one!, other!) + 1 };
}

async function ask({ account }: Played, path: string, query: Record<string, string | number | boolean | undefined>) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const asked = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const { status, body, text } = await test.request('GET', `${account.path.replace('v1', 'v2')}${path}?${asked}`, {
    token: account.administrator.token,
  });
  if (status !== 200) throw new Error(`${path}?${asked}: ${text}`);
  return body;
}

type Subject = Whose & { id?: number };

async function compareSeries(
  random: Random,
  played: Played,
  range: Range,
  asked: Subject & { metric: string },
  when: string,
) {
  const { type, id, metric } = asked;
  const period = random.pick(['hour', 'day', 'week'] as const);
  const isInBusinessHours = random.next() < 0.5;
  const question = { type, id, metric, group_by: period, timezone: played.zone, business_hours: isInBusinessHours };

  const answer = await ask(played, '/reports', { ...question, ...range });

  const expected = periodsOf(range, period, played.local).map((part) => {
    const within = { since: Math.max(part.since, range.since), until: Math.min(part.until, range.until) };
    const { value, count } = played.ledger.metric(metric, asked, within, isInBusinessHours);
    return { value: value ?? 0, timestamp: part.since, ...(TIMES.includes(metric) && { count }) };
  });
  expect({ when, question, range, answer }).toEqual({ when, question, range, answer: expected });
}

const SUMMARY = METRICS.filter((name) => !name.startsWith('bot_'));

async function compareSummary(
  played: Played,
  range: Range,
  subject: Subject,
  isInBusinessHours: boolean,
  when: string,
) {
  const { type, id } = subject;
  const question = { type, id, business_hours: isInBusinessHours };

  const answer = await ask(played, '/reports/summary', { ...question, ...range });

  const totals = (within: Range) =>
    Object.fromEntries(
      SUMMARY.map((name) => [name, played.ledger.metric(name, subject, within, isInBusinessHours).value ?? 0]),
    );
  const before = { since: 2 * range.since - range.until, until: range.since };
  expect({ when, question, range, answer }).toEqual({
    when,
    question,
    range,
    answer: { ...totals(range), previous: totals(before) },
  });
}

async function compareMatrix(played: Played, range: Range, idOf: (title: string) => number, when: string) {
  const { ledger, inboxes, labels } = played;

  const answer = await ask(played, '/reports/inbox_label_matrix', { ...range });

  for (const inbox of inboxes) {
    const row = answer.inboxes.findIndex(({ id }: { id: number }) => id === inbox.id);
    for (const title of labels) {
      const column = answer.labels.findIndex(({ id }: { id: number }) => id === idOf(title));
      expect([when, title, answer.matrix[row][column]]).toEqual([when, title, ledger.matrixCell(inbox, title, range)]);
    }
  }
}
