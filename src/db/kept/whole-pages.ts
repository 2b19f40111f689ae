import { LRUCache } from 'lru-cache';
import { isSwitchedOff } from '../../switches.ts';
import { holds } from './kept-texts.ts';
import type { PageText } from './text-page.ts';

const isOn = !isSwitchedOff('PARLEY_TEST_NO_WHOLE_PAGES');

/** Characters of all pages, each of which is kept as text and as bytes. */
const MOST_CHARACTERS = 4_000_000;

type WholePage = PageText & { name: string; changes: number };

/**
 * The texts of the pages that are asked for most, whole, because putting one together takes longer than finding out that
 * nothing has changed: its keys are the same remembered rows, and no kept text has left.
 */
export class WholePages {
  readonly #pages = new LRUCache<object, WholePage>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ json }) => json.text.length,
  });
  /** How many texts have left, as those do that were made from changed rows. */
  readonly #changes: () => number;

  constructor(changes: () => number) {
    this.#changes = changes;
  }

  /** The page of this name with these keys: the kept one, if it holds at `now`, or else what `make` gives. */
  async show(
    keys: readonly object[],
    name: string,
    now: Date,
    make: () => Promise<PageText | null>,
  ): Promise<PageText | null> {
    // Other keys than remembered ones are new each time.
    if (!isOn || !Object.isFrozen(keys)) return make();
    const changes = this.#changes();
    const kept = this.#pages.get(keys);
    if (kept?.name === name && kept.changes === changes && holds(kept, now)) {
      kept.json.utf8 ??= Buffer.from(kept.json.text);
      return kept;
    }
    const made = await make();
    if (made?.areKept) this.#pages.set(keys, { ...made, name, changes });
    return made;
  }
}
