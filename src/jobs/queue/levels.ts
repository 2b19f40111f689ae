/**
 * Gives what is on the lowest level first, there in the order in which it came, each in the same short time however many
 * there are. After the first was taken, nothing comes to a lower level any more.
 */
export class Levels<T> {
  readonly #levels: T[][] = [];
  #level = 0;
  #taken = 0;

  add(item: T, level: number): void {
    (this.#levels[level] ??= []).push(item);
  }

  /** Undefined when none is left. */
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
