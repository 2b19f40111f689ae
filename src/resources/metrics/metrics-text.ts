import type { Histogram } from '../../counts/histogram.ts';

/** A sample: labels and a value. */
export type Sample = { labels?: Record<string, string>; value: number };

/** A metric of Prometheus with its samples. */
export type Metric =
  | { name: string; help: string; type: 'counter' | 'gauge'; samples: Sample[] }
  | { name: string; help: string; type: 'histogram'; samples: { labels?: Record<string, string>; value: Histogram }[] };

/** The metrics in the text format 0.0.4 of Prometheus. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(textOf).join('');
}

function textOf({ name, help, type, ...metric }: Metric): string {
  const head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  return head + metric.samples.map(({ labels = {}, value }) => linesOf(name, labels, value)).join('');
}

function linesOf(name: string, labels: Record<string, string>, value: number | Histogram): string {
  if (typeof value === 'number') return line(name, labels, value);
  const lines: string[] = [];
  let count = 0;
  for (const [range, end] of [...value.bounds, '+Inf'].entries()) {
    count += value.counts[range] ?? 0;
    lines.push(line(`${name}_bucket`, { ...labels, le: String(end) }, count));
  }
  return `${lines.join('')}${line(`${name}_sum`, labels, value.sum)}${line(`${name}_count`, labels, count)}`;
}

function line(name: string, labels: Record<string, string>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);
}

/** A metric with a single value. */
export function single(type: 'counter' | 'gauge', name: string, help: string, value: number): Metric {
  return { name, help, type, samples: [{ value }] };
}
