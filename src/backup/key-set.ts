/** How many keys are in a part, and in a byte of it. */
const PART_KEYS = 2 ** 16;
const BITS = 8;

/** A set of integer keys that takes a bit for each, where they are close together as those of rows are. */
export class KeySet {
  readonly #parts = new Map<number, Uint8Array>();

  add(key: number): void {
    const bit = ((key % PART_KEYS) + PART_KEYS) % PART_KEYS;
    const part = this.#partOf((key - bit) / PART_KEYS);
    const byte = Math.floor(bit / BITS);
    part[byte] = (part[byte] ?? 0) | (1 << (bit % BITS));
  }

  /** One of the keys that `others` lacks; null = it has all of them. */
  firstNotIn(others: KeySet): number | null {
    for (const [number, part] of this.#parts) {
      const other = others.#parts.get(number);
      for (const [byte, bits] of part.entries()) {
        const lacking = bits & ~(other?.[byte] ?? 0);
        if (lacking !== 0) return number * PART_KEYS + byte * BITS + Math.log2(lacking & -lacking);
      }
    }
    return null;
  }

  #partOf(number: number): Uint8Array {
    const part = this.#parts.get(number) ?? new Uint8Array(PART_KEYS / BITS);
    this.#parts.set(number, part);
    return part;
  }
}
