import type { Sample } from './parse-metrics.ts';
import type { Reading } from './read-metrics.ts';

/** Work that waits: `oldest_due_seconds` is for how long the first of it has been due. */
type Waiting = { due: number; running: number; later: number; oldest_due_seconds: number };

/** How a server is, over the time between two readings; with the keys of --json. Null = not known. */
export type Figures = {
  version: string;
  uptime_seconds: number;
  requests: { per_second: number; errors_per_second: number; p50_ms: number | null; p99_ms: number | null };
  sockets: number;
  jobs: (Waiting & { dead: number }) | null;
  deliveries: (Waiting & { attempts_per_second: number }) | null;
  messages: { to_send: number; to_handle: number } | null;
  memory_bytes: number;
  /** The part of one processor that is used, and of the time in which the event loop did not wait: 1 = all. */
  processor: number;
  event_loop: { busy: number; delay_p99_ms: number | null };
  database: { up: boolean; size_bytes: number | null; busy: number };
};

/** The route of `parley top` itself, left out because it would be most of an idle server's load. */
const OWN_ROUTE = '/metrics';

/**
 * The figures of the time from `first` to `last`, without the readings themselves; what has been counted anew since then
 * counts from nothing.
 */
export function figuresOf(first: Reading, last: Reading): Figures {
  const [before, after] = [withoutOwn(first), withoutOwn(last)];
  const seconds = Math.max(0.001, (after.at - before.at) / 1000);
  const now = (name: string, labels: Record<string, string> = {}) => sum(after.samples, name, labels);
  const grown = (name: string, labels: Record<string, string> = {}) =>
    Math.max(0, now(name, labels) - sum(before.samples, name, labels)) / seconds;
  const quantile = (name: string, part: number) =>
    quantileOf(rangesOf(before.samples, name), rangesOf(after.samples, name), part);
  const isUp = now('parley_database_up') === 1;
  const states = (name: string) => ({
    due: now(name, { state: 'due' }),
    running: now(name, { state: 'running' }),
    later: now(name, { state: 'later' }),
    oldest_due_seconds: round(now(`${name}_oldest_due_seconds`), 1),
  });
  const requests = 'parley_http_requests_total';
  const errors = after.samples.filter(({ name, labels }) => name === requests && labels['status']?.startsWith('5'));
  const statuses = [...new Set(errors.map(({ labels }) => labels['status'] ?? ''))];
  return {
    version: after.samples.find(({ name }) => name === 'parley_build_info')?.labels['version'] ?? '',
    uptime_seconds: Math.max(0, Math.round(Date.now() / 1000 - now('process_start_time_seconds'))),
    requests: {
      per_second: round(grown(requests), 1),
      errors_per_second: round(
        statuses.reduce((total, status) => total + grown(requests, { status }), 0),
        1,
      ),
      p50_ms: quantile('parley_http_request_duration_seconds', 0.5),
      p99_ms: quantile('parley_http_request_duration_seconds', 0.99),
    },
    sockets: now('parley_sockets'),
    jobs: isUp ? { ...states('parley_jobs'), dead: now('parley_jobs', { state: 'dead' }) } : null,
    deliveries: isUp
      ? { ...states('parley_deliveries'), attempts_per_second: round(grown('parley_delivery_attempts_total'), 1) }
      : null,
    messages: isUp ? { to_send: now('parley_sendings_queued'), to_handle: now('parley_received_waiting') } : null,
    memory_bytes: now('process_resident_memory_bytes'),
    processor: round(grown('process_cpu_seconds_total'), 3),
    event_loop: {
      busy: round(grown('parley_event_loop_busy_seconds_total'), 3),
      delay_p99_ms: quantile('parley_event_loop_delay_seconds', 0.99),
    },
    database: {
      up: isUp,
      size_bytes: isUp ? now('parley_database_size_bytes') : null,
      busy: round(grown('parley_database_busy_seconds_total'), 3),
    },
  };
}

function withoutOwn({ at, samples }: Reading): Reading {
  return { at, samples: samples.filter(({ labels }) => labels['route'] !== OWN_ROUTE) };
}

function sum(samples: readonly Sample[], wanted: string, labels: Record<string, string>): number {
  const asked = Object.entries(labels);
  return samples
    .filter(({ name, labels: given }) => name === wanted && asked.every(([label, value]) => given[label] === value))
    .reduce((total, { value }) => total + value, 0);
}

/** How many values are not above each upper end, of all that have the name. */
function rangesOf(samples: readonly Sample[], name: string): Map<number, number> {
  const ranges = new Map<number, number>();
  for (const { name: given, labels, value } of samples) {
    if (given !== `${name}_bucket`) continue;
    const end = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
    ranges.set(end, (ranges.get(end) ?? 0) + value);
  }
  return ranges;
}

/**
 * Milliseconds that the `part` of the values between two readings is not above, as even as values lie within a range; null =
 * there were none.
 */
function quantileOf(before: Map<number, number>, after: Map<number, number>, part: number): number | null {
  const ends = [...after.keys()].toSorted((a, b) => a - b);
  const counts = ends.map((end) => Math.max(0, (after.get(end) ?? 0) - (before.get(end) ?? 0)));
  const wanted = part * (counts.at(-1) ?? 0);
  if (wanted === 0) return null;
  const range = counts.findIndex((count) => count >= wanted);
  const start = ends[range - 1] ?? 0;
  const end = ends[range] ?? Infinity;
  if (end === Infinity) return round(start * 1000, 2);
  const below = counts[range - 1] ?? 0;
  return round((start + (end - start) * ((wanted - below) / ((counts[range] ?? 0) - below))) * 1000, 2);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
