/** Keys of a part, which has a bit for each. */
const PART_KEYS = 2 ** 16;

/** A set of integer keys that takes a bit for each, where they are close together as those of rows are. */
export class KeySet {
  readonly #parts = new Map<number, Uint8Array>();

  add(key: number): void {
    const at = Math.floor(key / PART_KEYS);
    let part = this.#parts.get(at);
    if (!part) this.#parts.set(at, (part = new Uint8Array(PART_KEYS / 8)));
    const bit = key - at * PART_KEYS;
    part[bit >> 3]! |= 1 << (bit & 7);
  }

  /** One of the keys that `others` lacks; null = it has all of them. */
  firstNotIn(others: KeySet): number | null {
    for (const [at, part] of this.#parts) {
      const other = others.#parts.get(at);
      const index = part.findIndex((bits, index) => (bits & ~(other?.[index] ?? 0)) !== 0);
      if (index === -1) continue;
      const lacking = part[index]! & ~(other?.[index] ?? 0);
      return at * PART_KEYS + index * 8 + Math.log2(lacking & -lacking);
    }
    return null;
  }
}
