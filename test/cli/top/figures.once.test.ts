import { describe, expect, it } from '@jest/globals';
import { figuresOf } from '../../../src/cli/top/figures.ts';
import { parseMetrics } from '../../../src/cli/top/parse-metrics.ts';

const NAME = 'parley_http_request_duration_seconds';
const reading = (at: number, ...lines: string[]) => ({ at, samples: parseMetrics(lines.join('\n')) });
/** The ranges of a route by their ends: so many requests were not slower. */
const ranges = (route: string, counts: Record<string, number>) =>
  Object.entries(counts).map(([le, count]) => `${NAME}_bucket{route="${route}",le="${le}"} ${count}`);

describe('the figures between two readings', () => {
  it('are what has been counted between them, a second', () => {
    const before = reading(1000, 'parley_http_requests_total{route="/a",status="200"} 10');
    const after = reading(
      3000,
      'parley_http_requests_total{route="/a",status="200"} 30',
      'parley_http_requests_total{route="/b",status="503"} 4',
    );

    const { requests } = figuresOf(before, after);

    expect([requests.per_second, requests.errors_per_second]).toEqual([12, 2]);
  });

  it('leave out the readings', () => {
    const asked = (count: number) => `parley_http_requests_total{route="/metrics",status="200"} ${count}`;

    expect(figuresOf(reading(0, asked(1)), reading(1000, asked(2))).requests.per_second).toBe(0);
  });

  it('count from nothing where the server has begun anew', () => {
    const before = reading(0, 'parley_http_requests_total{route="/a",status="200"} 1000');
    const after = reading(1000, 'parley_http_requests_total{route="/a",status="200"} 5');

    expect(figuresOf(before, after).requests.per_second).toBe(0);
  });

  it('have the times below which half and nearly all requests of all routes lie', () => {
    const before = reading(0, ...ranges('/a', { 0.001: 5, 0.01: 5, '+Inf': 5 }));
    const after = reading(
      1000,
      ...ranges('/a', { 0.001: 55, 0.01: 55, '+Inf': 55 }),
      ...ranges('/b', { 0.001: 0, 0.01: 50, '+Inf': 50 }),
    );

    const { requests } = figuresOf(before, after);

    expect(requests.p50_ms).toBe(1);
    expect(requests.p99_ms).toBeCloseTo(1 + 9 * 0.98, 1);
  });

  it('have no times where nothing was asked, and the last end for what is slower', () => {
    const idle = ranges('/a', { 0.001: 5, 10: 5, '+Inf': 5 });
    const slow = ranges('/a', { 0.001: 5, 10: 5, '+Inf': 6 });

    expect(figuresOf(reading(0, ...idle), reading(1, ...idle)).requests.p50_ms).toBeNull();
    expect(figuresOf(reading(0, ...idle), reading(1, ...slow)).requests.p50_ms).toBe(10_000);
  });
});

describe('a text of Prometheus', () => {
  it('is read with what its labels escape', () => {
    const [sample] = parseMetrics(String.raw`# HELP a b
a{b="x\"y\\n\n",c=""} 1.5e3`);

    expect(sample).toEqual({ name: 'a', labels: { b: 'x"y\\n\n', c: '' }, value: 1500 });
  });
});
