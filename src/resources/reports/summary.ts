import type { InferType } from 'yup';
import type { MetricName } from './figures/metrics.ts';
import { rangeBefore, readTotals } from './figures/totals.ts';
import type { ReportRequest } from './report-routes.ts';
import { rangeOf, type totalsQuery } from './schema.ts';
import { whoseOf } from './subjects.ts';

export const SUMMARY = [
  'conversations_count',
  'incoming_messages_count',
  'outgoing_messages_count',
  'avg_first_response_time',
  'avg_resolution_time',
  'resolutions_count',
  'reply_time',
] as const;
export const BOT_SUMMARY = ['bot_resolutions_count', 'bot_handoffs_count'] as const;

/** These metrics in the range that is asked for, and in the range before it. @throws AppError as `whoseOf` does */
export async function readSummary<const N extends MetricName>(
  { tx, account, query, now }: ReportRequest<InferType<typeof totalsQuery>>,
  names: readonly N[],
): Promise<Record<N, number> & { previous: Record<N, number> }> {
  const whose = await whoseOf(tx, account.id, query);
  const range = rangeOf(query, now);
  const totalsIn = async (within: typeof range) => {
    const totals = (await readTotals(tx, whose, within, names, query.business_hours ?? false)).of(whose.subject ?? '');
    return Object.fromEntries(names.map((name) => [name, totals[name] ?? 0])) as Record<N, number>;
  };
  return { ...(await totalsIn(range)), previous: await totalsIn(rangeBefore(range)) };
}
