import { median } from '../support/rounds.ts';

/** What the rounds had, as text. */
export type Figure = { median: string; worst: string };

const WRITTEN = {
  ms: (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`,
  count: (value: number) => String(value),
  shift: (value: number) => value.toFixed(4),
};

export function figure(values: number[], unit: keyof typeof WRITTEN = 'ms'): Figure {
  const write = WRITTEN[unit];
  return { median: write(median(values)), worst: write(Math.max(...values)) };
}

/** The most that something may be; null = nothing is asked. */
export const asked = (most: number | null, unit = '') => (most === null ? '' : `at most ${most} ${unit}`.trim());
