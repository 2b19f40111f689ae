/** The value below which such a share of the values lies; NaN where there are none. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** By how much the values grow from one to the next, of the straight line that fits them best. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [over, under] = values.reduce(
    ([over, under], value, index) => [over + (index - middle) * (value - mean), under + (index - middle) ** 2],
    [0, 0],
  );
  return under === 0 ? 0 : over / under;
}
