import type { Tx } from '../../db/tx.ts';
import type { Member } from '../../records/user.ts';
import { SECOND } from '../../time.ts';
import { readSeries } from '../reports/figures/series.ts';
import { readTotals } from '../reports/figures/totals.ts';

/** A member's year; `busiest` null = a year without conversations. */
export type ReviewedYear = {
  year: number;
  conversations: number;
  busiest: { at: Date; count: number } | null;
  /** The average time until their first replies; 0 without any. */
  replySeconds: number;
};

/** The reports about the member for this year, in UTC. */
export async function reviewYear(tx: Tx, { accountId, userId }: Member, year: number): Promise<ReviewedYear> {
  const subject = String(userId);
  const whose = { accountId, kind: 'agent', subject } as const;
  const range = { since: new Date(Date.UTC(year)), until: new Date(Date.UTC(year + 1)) };
  const ofDays = { metric: 'conversations_count', period: 'day', zone: 'UTC', inBusinessHours: false } as const;
  const days = await readSeries(tx, whose, range, ofDays);
  const totals = await readTotals(tx, whose, range, ['avg_first_response_time'], false);
  // The first of several that are equally busy.
  const [busiest] = days.toSorted((one, other) => other.value - one.value);
  return {
    year,
    conversations: days.reduce((sum, { value }) => sum + value, 0),
    busiest: busiest?.value ? { at: new Date(busiest.timestamp * SECOND), count: busiest.value } : null,
    replySeconds: totals.of(subject).avg_first_response_time ?? 0,
  };
}
