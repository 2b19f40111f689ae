import type { Tx } from '../../../db/tx.ts';
import { SECOND } from '../../../time.ts';
import { isAverage, measuresOf, type MetricName, valueOf } from './metrics.ts';
import { type Period, periodsIn, type Range } from './periods.ts';
import { readFigures, type Whose } from './read-figures.ts';
import { runsOf } from './runs.ts';

/** How a series is divided, and in which hours its averages count. */
export type SeriesOptions = { metric: MetricName; period: Period; zone: string; inBusinessHours: boolean };

/** The value of a metric in each period of the range, 0 without facts; averages with the number of facts. */
export async function readSeries(
  tx: Tx,
  whose: Whose,
  range: Range,
  { metric, period, zone, inBusinessHours }: SeriesOptions,
): Promise<{ value: number; timestamp: number; count?: number }[]> {
  const starts = periodsIn(await limited(tx, whose.accountId, range), period, zone);
  const measures = measuresOf([metric], inBusinessHours);
  const figures = await readFigures(tx, whose, range, measures, runsOf(starts));
  const byPeriod = new Map(figures.map((row) => [row.period, row]));
  return starts.map((start, number) => {
    const { value, count } = valueOf(metric, byPeriod.get(number), inBusinessHours);
    return { value: value ?? 0, timestamp: start / SECOND, ...(isAverage(metric) && { count }) };
  });
}

/** A range without a beginning begins with the first that happened in the account. */
async function limited(tx: Tx, accountId: number, range: Range): Promise<Range> {
  if (range.since.getTime() > 0) return range;
  const first = await tx.db
    .selectFrom('reporting_events')
    .select('created_at as createdAt')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return { ...range, since: first?.createdAt ?? range.until };
}
