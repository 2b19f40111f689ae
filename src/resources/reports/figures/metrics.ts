import type { Measure } from '../../../conversations/reporting/measures.ts';

/** A metric: a count, or an average duration in seconds. */
type Metric = { count: Measure; seconds?: Measure; businessSeconds?: Measure };

const FIRST_RESPONSE: Metric = {
  count: 'first_responses',
  seconds: 'first_response_seconds',
  businessSeconds: 'first_response_business_seconds',
};
const RESOLUTION: Metric = {
  count: 'resolutions',
  seconds: 'resolution_seconds',
  businessSeconds: 'resolution_business_seconds',
};
const REPLY: Metric = { count: 'replies', seconds: 'reply_seconds', businessSeconds: 'reply_business_seconds' };

export const METRICS = {
  conversations_count: { count: 'conversations' },
  incoming_messages_count: { count: 'incoming_messages' },
  outgoing_messages_count: { count: 'outgoing_messages' },
  avg_first_response_time: FIRST_RESPONSE,
  avg_resolution_time: RESOLUTION,
  reply_time: REPLY,
  resolutions_count: { count: 'resolutions' },
  bot_resolutions_count: { count: 'bot_resolutions' },
  bot_handoffs_count: { count: 'bot_handoffs' },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as MetricName[];

/** The measures that the metrics are made of, each once. */
export function measuresOf(names: readonly MetricName[], inBusinessHours: boolean): Measure[] {
  const measures = names.flatMap((name) => {
    const seconds = secondsOf(name, inBusinessHours);
    return [METRICS[name].count, ...(seconds === null ? [] : [seconds])];
  });
  return [...new Set(measures)];
}

/** Whether it is an average. */
export function isAverage(name: MetricName): boolean {
  return 'seconds' in METRICS[name];
}

/** The value of the metric, and of how many it is the average, or the number; an average of none is null. */
export function valueOf(
  name: MetricName,
  figures: { [M in Measure]?: number } | undefined,
  inBusinessHours: boolean,
): { value: number | null; count: number } {
  const count = Number(figures?.[METRICS[name].count] ?? 0);
  const seconds = secondsOf(name, inBusinessHours);
  if (seconds === null) return { value: count, count };
  return { value: count === 0 ? null : Number(figures?.[seconds] ?? 0) / count, count };
}

function secondsOf(name: MetricName, inBusinessHours: boolean): Measure | null {
  const metric: Metric = METRICS[name];
  return (inBusinessHours ? metric.businessSeconds : metric.seconds) ?? null;
}
