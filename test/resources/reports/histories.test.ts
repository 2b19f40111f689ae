import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sumUp } from '../../../src/conversations/reporting/sum-up.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { type Random, randomFrom } from '../../../bin/seed/random.ts';
import type { Range } from '../../support/reports/ledger.ts';
import { play, type Played } from '../../support/reports/play.ts';
import type { Question } from '../../support/reports/question.ts';
import { questionsAbout, subjectsOf } from '../../support/reports/questions.ts';
import { type Table, tablesOf } from '../../support/reports/tables.ts';

const SEED = Number(process.env['PARLEY_TEST_REPORT_SEED'] ?? 1);
const HISTORIES = Number(process.env['PARLEY_TEST_REPORT_HISTORIES'] ?? 4);
/** How many of the answers are also asked for as a CSV file. */
const AS_FILE = 0.15;

/**
 * Zones, each with a time at which its clocks change: by an hour, by half an hour, at midnight, which is skipped in Cairo and
 * comes twice in Havana, and in the middle of an hour at Chatham; those of Nepal do not.
 */
const CHANGES: [zone: string, around: string][] = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Pacific/Chatham', '2026-09-26T14:00:00Z'],
  ['Asia/Kathmandu', '2026-03-29T01:00:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['America/Havana', '2026-11-01T05:00:00Z'],
];

const clock = { seconds: 0 };
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { now: () => new Date(clock.seconds * 1000), jobs: false });
});
afterAll(() => test.stop());

describe('every cell of the reports', () => {
  it.each(Array.from({ length: HISTORIES }, (_, place) => SEED + place))(
    'is what happened in the history of seed %s',
    async (seed) => {
      const random = randomFrom(seed);
      const [zone, around] = CHANGES[seed % CHANGES.length]!;
      const sum = () => sumUp(test.app.tx());
      const played = await play(test, random, clock, { zone, around: Date.parse(around) / 1000, sumUp: sum });

      await compare(random, played, 'before all is summed up');
      await sum();
      await compare(random, played, 'after all is summed up');
    },
  );
});

async function compare(random: Random, played: Played, when: string): Promise<void> {
  const subjects = await subjectsOf(played);
  const range = randomRange(random, played.lived);
  for (const question of questionsAbout(played, subjects, range, random)) {
    const answer = await compareAnswer(played, question, when);
    if (random.next() < AS_FILE) await compareFile(played, question, answer);
  }
  for (const table of tablesOf(played, subjects, range, random)) await compareTable(played, table, when);
}

/** Part of the time, cut anywhere, or all of it. */
function randomRange(random: Random, { since, until }: Range): Range {
  if (random.next() < 0.3) return { since, until };
  const [one, other] = [random.next(), random.next()].map((part) => since + Math.floor(part * (until - since)));
  return { since: Math.min(one!, other!), until: Math.max(one!, other!) + 1 };
}

async function ask({ account }: Played, path: string, query: Record<string, unknown>) {
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
    ),
  );
  const { status, body, text } = await test.request('GET', `${account.path.replace('v1', 'v2')}${path}?${asked}`, {
    token: account.administrator.token,
  });
  if (status !== 200) throw new Error(`${path}?${asked}: ${text}`);
  return { body, text };
}

async function compareAnswer(played: Played, { path, query, expected }: Question, when: string): Promise<unknown> {
  const { body } = await ask(played, path, query);

  expect({ when, path, query, answer: inOrder(body) }).toEqual({ when, path, query, answer: inOrder(expected) });
  return body;
}

/** Lists of things in the order of their ids, or of what counts are grouped by; of points in time in their own. */
function inOrder(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  const keyOf = (row: Record<string, unknown>) => Number(row['id'] ?? row['team_id'] ?? row['assignee_id'] ?? 0);
  return answer.toSorted((one, other) => keyOf(one) - keyOf(other));
}

/** Unless it is another one, the file has a column for each value in the answer, and a line for each thing in its list. */
async function compareFile(played: Played, { path, query, file }: Question, answer: unknown): Promise<void> {
  const { text } = await ask(played, `${path}.csv`, query);

  const lines = file ?? (Array.isArray(answer) ? answer : [answer]).map((row) => Object.fromEntries(cellsOf(row, '')));
  const read = parse(text, { bom: true, columns: true }) as object[];
  expect({ path, query, read }).toEqual({ path, query, read: lines });
}

function cellsOf(value: unknown, path: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value ?? '')]];
  return Object.entries(value).flatMap(([key, inner]) => cellsOf(inner, path === '' ? key : `${path}_${key}`));
}

async function compareTable(played: Played, { path, query, lines }: Table, when: string): Promise<void> {
  const { text } = await ask(played, path, query);

  const [header, ...read] = parse(text, { bom: true }) as string[][];
  const inOrder = (rows: string[][]) => rows.map((row) => row.join()).toSorted();
  expect({ when, path, query, lines: inOrder(read) }).toEqual({ when, path, query, lines: inOrder(lines) });
  expect(header).toHaveLength(lines[0]?.length ?? header!.length);
}
