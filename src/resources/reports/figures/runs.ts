import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { QUARTER } from '../../../conversations/reporting/facts.ts';
import { greatestOf, jsonRows, leastOf } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';

// The database assigns counted quarters of an hour to periods. Consecutive periods mostly have the same length, so that runs
// describe them shortly.

/**
 * Consecutive periods of the same length, the first with the number `number`. Times are quarters of an hour since 1970;
 * `until` is exclusive.
 */
export type Run = { number: number; start: number; length: number; until: number };

/** After all that has happened; PostgreSQL has no larger integer. */
export const LAST_QUARTER = 2 ** 31 - 1;

/** The periods that begin at `starts`, in Unix milliseconds, of which the last goes on; as few runs as there can be. */
export function runsOf(starts: readonly number[]): Run[] {
  const quarters = starts.map((start) => Math.ceil(start / QUARTER));
  const runs: Run[] = [];
  for (const [number, start] of quarters.entries()) {
    const until = quarters[number + 1] ?? LAST_QUARTER;
    // A period that begins before 1970 and goes on is longer than PostgreSQL's largest integer.
    const length = Math.min(until - start, LAST_QUARTER);
    const last = runs.at(-1);
    if (last?.length === length) last.until = until;
    else runs.push({ number, start, length, until });
  }
  return runs;
}

/** A query in parentheses that gives the runs as rows. */
export function rowsOfRuns(tx: Tx, runs: readonly Run[]): RawBuilder<Run> {
  return jsonRows<Run>(tx, JSON.stringify(runs), { number: 'int', start: 'int', length: 'int', until: 'int' });
}

/** The number of the period in the run `r` that the column `quarter` lies in. */
export const periodOfQuarter = sql<number>`r.number + (quarter - r.start) / r.length`;

/** Whether the column `quarter` lies in the run `r`, and from `from` on until just before `to`. */
export function isInRun(tx: Tx, from: number, to: number): RawBuilder<SqlBool> {
  const [start, until] = [sql.ref<number>('r.start'), sql.ref<number>('r.until')];
  return sql`quarter >= ${greatestOf(tx, start, from)} and quarter < ${leastOf(tx, until, to)}`;
}
