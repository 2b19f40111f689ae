import { parseMetrics, type Sample } from '../../../src/cli/top/parse-metrics.ts';

/** The values that a text of Prometheus's format has. @throws Error where it breaks the format's rules */
export function readMetrics(text: string): Sample[] {
  const [, ...rest] = text.split('\n').toReversed();
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const types = new Map<string, string>();
  const seen = new Set<string>();
  for (const line of rest.toReversed()) {
    const [, kind, name = '', more = ''] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? [];
    if (kind === 'TYPE') types.set(name, more);
    if (kind) continue;
    const [sample, metric = ''] = /^(\w+)(\{(\w+="([^"\\\n]|\\[\\"n])*",?)+\})? -?[\d.e+-]+$/.exec(line) ?? [];
    if (!sample) throw new Error(`no line of the format: ${line}`);
    const family = metric.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(metric) && types.get(family) !== 'histogram') throw new Error(`no type before ${line}`);
    const series = line.slice(0, line.lastIndexOf(' '));
    if (seen.has(series)) throw new Error(`twice: ${series}`);
    seen.add(series);
  }
  return parseMetrics(text);
}

/** The value of the sample with this name and these labels; undefined = there is none. */
export function valueOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}) {
  return samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
}
