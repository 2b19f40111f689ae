import { fits } from './fits.ts';

/** Those whose names fit what is typed, the best first; all in their order as long as nothing is. */
export function fitting<T>(all: readonly T[], typed: string, nameOf: (one: T) => string): T[] {
  if (typed.trim() === '') return [...all];
  return all
    .map((one) => ({ one, score: fits(nameOf(one), typed) }))
    .filter((entry): entry is { one: T; score: number } => entry.score !== null)
    .toSorted((a, b) => b.score - a.score)
    .map(({ one }) => one);
}
