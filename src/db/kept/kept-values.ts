import { LRUCache } from 'lru-cache';
import type { Reading } from './reading.ts';
import type { ReadRows } from './row-keys.ts';
import type { Touched, Touches } from './touches.ts';

/** Sizes in characters of text. */
type Sizes<Value> = {
  /** All values together take no more than this. */
  most: number;
  /** A value that takes more than this is not kept; `most` where it is not given. */
  mostOfOne?: number;
  /** The size of a value, without its name and the keys of what it was made from. It is asked once, when the value is kept. */
  sizeOf: (value: Value) => number;
};

/** What each key of what a value was made from takes, in characters. */
const KEY_CHARACTERS = 64;

/** A value, and the keys of what it was made from: "contacts", "contacts 5". */
type Entry<Value> = { value: Value; madeFrom: readonly string[] };

/**
 * Values by name, each kept until anything that it was made from is written, as `touches` tells. The least recently used
 * leave first.
 */
export class KeptValues<Value> {
  readonly #values: LRUCache<string, Entry<Value>>;
  /** The names of the values that were made from what the key says. */
  readonly #madeFrom = new Map<string, Set<string>>();
  #left = 0;

  constructor(touches: Touches | null, { most, mostOfOne = most, sizeOf }: Sizes<Value>) {
    this.#values = new LRUCache({
      maxSize: most,
      maxEntrySize: mostOfOne,
      sizeCalculation: ({ value, madeFrom }, name) => name.length + sizeOf(value) + madeFrom.length * KEY_CHARACTERS,
      dispose: ({ madeFrom }, name) => {
        this.#left += 1;
        this.#unlink(name, madeFrom);
      },
    });
    touches?.listen((touched) => (touched === null ? this.forget() : this.#forgetTouched(touched)));
  }

  /** How many values have left: what they were made from was written, others took their place, or there was no space. */
  get left(): number {
    return this.#left;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name)?.value;
  }

  /** Keeps a value that `reading` has read from these rows, unless they have been written since, or it cannot be told. */
  keep(reading: Reading, name: string, value: Value, rows: ReadRows): void {
    const madeFrom = reading.unchangedKeys(rows);
    if (madeFrom !== null) this.set(name, value, madeFrom);
  }

  /** Keeps a value that was made from what has these keys. */
  protected set(name: string, value: Value, madeFrom: readonly string[]): void {
    this.#values.set(name, { value, madeFrom });
    // A value that is too large was not kept.
    if (this.#values.has(name)) this.#link(name, madeFrom);
  }

  forget(): void {
    this.#values.clear();
    this.#madeFrom.clear();
  }

  #forgetTouched(touched: Touched): void {
    for (const key of touched) for (const name of this.#madeFrom.get(key) ?? []) this.#values.delete(name);
  }

  #link(name: string, madeFrom: readonly string[]): void {
    for (const key of madeFrom) {
      const names = this.#madeFrom.get(key);
      if (names) names.add(name);
      else this.#madeFrom.set(key, new Set([name]));
    }
  }

  #unlink(name: string, madeFrom: readonly string[]): void {
    for (const key of madeFrom) {
      const names = this.#madeFrom.get(key);
      names?.delete(name);
      if (names?.size === 0) this.#madeFrom.delete(key);
    }
  }
}
