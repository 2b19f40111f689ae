/**
 * A queue by levels: takes from the lowest level first, and within a level in the order of adding, in constant time.
 * After the first `take`, nothing may be added to a lower level than that of the last taken item.
 */
export class Levels<T> {
  readonly #levels: T[][] = [];
  #level = 0;
  #taken = 0;

  add(item: T, level: number): void {
    (this.#levels[level] ??= []).push(item);
  }

  /** The next item; undefined when none is left. */
  take(): T | undefined {
    while (this.#level < this.#levels.length) {
      const items = this.#levels[this.#level] ?? [];
      if (this.#taken < items.length) return items[this.#taken++];
      this.#level += 1;
      this.#taken = 0;
    }
    return undefined;
  }
}
