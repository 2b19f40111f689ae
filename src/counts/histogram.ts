/** How many values fell into each of some ranges, as Prometheus counts them. */
export class Histogram {
  /** The upper ends of the ranges, each above the one before; values above the last of them are a range too. */
  readonly bounds: readonly number[];
  /** How many values each range has; one more than `bounds`. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  note(value: number): void {
    let range = 0;
    while (value > (this.bounds[range] ?? Infinity)) range += 1;
    this.counts[range] = (this.counts[range] ?? 0) + 1;
    this.sum += value;
  }
}
