import type { Tx } from '../../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import {
  columnsOf,
  dayRow,
  eventFacts,
  messageFacts,
  ofKinds,
  QUARTER,
  QUARTERS_OF_DAY,
  summedUp,
  sumsOf,
} from '../../../conversations/reporting/facts.ts';
import { type Measure, OF_MESSAGES } from '../../../conversations/reporting/measures.ts';
import type { Range } from './periods.ts';
import { isInRun, LAST_QUARTER, periodOfQuarter, rowsOfRuns, type Run } from './runs.ts';
import type { ReportKind } from '../../../entities/report-sum.ts';

/** The subjects of figures: all of a kind, or a single one. */
export type Whose = { accountId: number; kind: ReportKind; subject: string | null };

/** The figures of a subject in a period; period 0 = the whole range. */
export type Figures<M extends Measure> = { subject: string; period: number } & Record<M, number>;

/**
 * The figures of the range by subject, and by period unless `runs` is null; facts outside all periods are left out. Exact at
 * any moment: summed quarters are read as sums; facts not summed yet, and the partial quarters at both ends, are read
 * singly, all in a single statement and so as of the same moment.
 */
export async function readFigures<const M extends Measure>(
  tx: Tx,
  { accountId, kind, subject }: Whose,
  range: Range,
  measures: readonly M[],
  runs: readonly Run[] | null,
): Promise<Figures<M>[]> {
  if (range.until <= range.since) return [];
  const { first, end, edges } = splitRange(range);
  const ofSubject = subject === null ? sql<SqlBool>`true` : sql<SqlBool>`subject = ${subject}`;
  const place = sql<SqlBool>`account_id = ${accountId} and kind = ${kind} and ${ofSubject}`;
  const from = runs === null ? wholeFrom(measures) : dividedFrom(tx, measures);
  const sums = runs === null ? rowsOfTotal(first, end) : [[first, end] as const];
  const facts = sql.join(factsOf(tx, accountId, range, edges, measures), sql` union all `);
  const counted = [
    ...sums.map((rows) => from(sql`report_sums`, place, rows)),
    from(sql`report_changes`, place, [first, end]),
    from(sql`(${ofKinds(tx, 'facts', [kind])}) k`, ofSubject, ALL_ROWS),
  ];
  const { rows } = await sql<Figures<M>>`
    with facts as (${facts}), runs as materialized ${rowsOfRuns(tx, runs ?? [])}
    select subject, period, ${sumsOf(measures)} from (${sql.join(counted, sql` union all `)}) f
    group by subject, period`.execute(tx.aside.db);
  return rows;
}

/** Gives a query for the figures in a table, by subject and period, under a condition. */
type From = (table: RawBuilder<unknown>, condition: RawBuilder<SqlBool>, rows: Rows) => RawBuilder<unknown>;

/** Of the whole range. */
function wholeFrom(measures: readonly Measure[]): From {
  return (table, condition, [from, to]) => sql`select subject, 0 as period, ${columnsOf(measures)} from ${table}
    where ${condition} and quarter >= ${from} and quarter < ${to}`;
}

/** Of the periods in `runs`. SQLite reads the tables of a cross join in this order, and so each run's rows by the index. */
function dividedFrom(tx: Tx, measures: readonly Measure[]): From {
  return (table, condition, [from, to]) => sql`select subject, ${periodOfQuarter} as period, ${columnsOf(measures)}
    from runs r cross join ${table} where ${condition} and ${isInRun(tx, from, to)}`;
}

/** Rows of the sums: `quarter` from the first number on, until just before the second. */
type Rows = readonly [from: number, to: number];

/** Those of quarters, not of days. */
const ALL_ROWS: Rows = [0, LAST_QUARTER];

/** The rows that a total is made of: those of whole days in UTC, and of quarters of an hour before and after. */
function rowsOfTotal(first: number, end: number): Rows[] {
  const [firstDay, endDay] = [Math.ceil(first / QUARTERS_OF_DAY), Math.floor(end / QUARTERS_OF_DAY)];
  if (firstDay >= endDay) return [[first, end]];
  return [
    [first, firstDay * QUARTERS_OF_DAY],
    [dayRow(endDay - 1), dayRow(firstDay) + 1],
    [endDay * QUARTERS_OF_DAY, end],
  ];
}

/** A part of a quarter of an hour. */
type Edge = Range & { quarter: number };

/** The whole quarters of the range, from `first` until just before `end`, and the parts of one at its ends. */
function splitRange({ since, until }: Range): { first: number; end: number; edges: Edge[] } {
  const begun = Math.floor(since.getTime() / QUARTER);
  const first = Math.ceil(since.getTime() / QUARTER);
  const end = Math.floor(until.getTime() / QUARTER);
  if (first > end) return { first, end: first, edges: [{ since, until, quarter: begun }] };
  const edges = [
    { since, until: new Date(first * QUARTER), quarter: begun },
    { since: new Date(end * QUARTER), until, quarter: end },
  ];
  return { first, end, edges: edges.filter((edge) => edge.since < edge.until) };
}

/** The facts to read singly: facts not summed yet, and facts in partial quarters. */
function factsOf(tx: Tx, accountId: number, range: Range, edges: Edge[], measures: readonly Measure[]) {
  const isOfMessages = (name: Measure) => Object.values<Measure>(OF_MESSAGES).includes(name);
  const inRange = (column: string, { since, until }: Range) =>
    sql<SqlBool>`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`;
  const messages = (condition: RawBuilder<SqlBool>) =>
    messageFacts(tx, sql<SqlBool>`m.account_id = ${accountId} and ${condition}`, measures);
  const events = (condition: RawBuilder<SqlBool>) =>
    eventFacts(tx, sql<SqlBool>`e.account_id = ${accountId} and ${condition}`, measures);
  // Messages have no index by time; the sums store the range of message numbers in each quarter.
  const number = (of: string, quarter: number) => sql`(select ${sql.ref(of)} from report_sums
    where account_id = ${accountId} and kind = 'account' and subject = '' and quarter = ${quarter})`;
  const facts: RawBuilder<unknown>[] = [];
  if (measures.some(isOfMessages)) {
    facts.push(messages(sql`m.id > ${summedUp.messages} and ${inRange('m.created_at', range)}`));
    for (const edge of edges) {
      facts.push(
        messages(sql`m.id >= ${number('first_message_id', edge.quarter)} and m.id <= ${number('last_message_id', edge.quarter)}
          and m.id <= ${summedUp.messages} and ${inRange('m.created_at', edge)}`),
      );
    }
  }
  if (!measures.every(isOfMessages)) {
    facts.push(events(sql`e.id > ${summedUp.events} and ${inRange('e.created_at', range)}`));
    for (const edge of edges) facts.push(events(sql`e.id <= ${summedUp.events} and ${inRange('e.created_at', edge)}`));
  }
  return facts;
}
