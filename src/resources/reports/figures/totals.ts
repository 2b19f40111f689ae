import type { Tx } from '../../../db/tx.ts';
import { measuresOf, type MetricName, valueOf } from './metrics.ts';
import type { Range } from './periods.ts';
import { type Figures, readFigures, type Whose } from './read-figures.ts';
import type { Measure } from '../../../conversations/reporting/measures.ts';

/** The metrics over the whole range, with averages of none as null. */
export type Totals<N extends MetricName> = Record<N, number | null>;

/** The metrics of each subject in the range; `of(subject)` also returns zeros for subjects without activity. */
export async function readTotals<const N extends MetricName>(
  tx: Tx,
  whose: Whose,
  range: Range,
  names: readonly N[],
  inBusinessHours: boolean,
): Promise<{ of(subject: string): Totals<N> }> {
  const rows = await readFigures(tx, whose, range, measuresOf(names, inBusinessHours), null);
  const bySubject = new Map<string, Figures<Measure>>(rows.map((row) => [row.subject, row]));
  return {
    of: (subject) =>
      Object.fromEntries(
        names.map((name) => [name, valueOf(name, bySubject.get(subject), inBusinessHours).value]),
      ) as Totals<N>,
  };
}

/** The preceding range of the same length; empty for a range without a beginning. */
export function rangeBefore({ since, until }: Range): Range {
  if (since.getTime() === 0) return { since, until: since };
  return { since: new Date(Math.max(0, 2 * since.getTime() - until.getTime())), until: since };
}
