import type { Tx } from '../tx.ts';
import type { List, VersionedKey } from './showing.ts';
import { checkAhead } from './versioned-page.ts';
import { VersionedTexts } from './versioned-texts.ts';

/** How a page of a list is read, and what is counted of the list. */
export type PageReads<Row, Item, Counts> = {
  /** Tells the page from others. */
  name(): string;
  count(tx: Tx): Promise<Counts>;
  /** Whether there is anything on the page, by the counts. */
  isWithin(counts: Counts): boolean;
  /** Whether it is quick to read the page even if nothing is on it, so that the counts need not come first. */
  isQuick: boolean;
  /** The row keys of the page, in their order. */
  ids(tx: Tx): Promise<{ id: number }[]>;
  /** The same with the versions of the rows, for PostgreSQL; null = their texts are not kept there. */
  keys: ((tx: Tx) => Promise<VersionedKey[]>) | null;
  /** The rows of the page, in their order. */
  rows(tx: Tx): Promise<Row[]>;
  /** What is shown of the rows. */
  complete(tx: Tx, rows: Row[]): Promise<Item[]>;
};

/** A page as `showList` takes it, and the counts. Of a page whose texts may be kept, only the keys are read now. */
export async function readList<Row, Item, Counts>(
  tx: Tx,
  reads: PageReads<Row, Item, Counts>,
): Promise<{ list: List<Item>; counts: Counts }> {
  const { texts } = tx;
  const items = async () => reads.complete(tx, await reads.rows(tx));
  if (texts instanceof VersionedTexts && reads.keys) {
    const [name, readKeys] = [reads.name(), reads.keys];
    if (texts.isAskedAgain(name)) {
      const [[counts, keys], checked] = await tx.together((tx) => [
        countAnd(tx, reads, readKeys),
        // In the same round trip: whether what its kept texts were made from has changed.
        checkAhead(tx, texts, name),
      ]);
      return { list: { keyed: { name, keys, checked }, items }, counts };
    }
  }
  if (texts === null || texts instanceof VersionedTexts) {
    const [counts, rows] = await countAnd(tx, reads, reads.rows);
    const completed = await reads.complete(tx, rows);
    return { list: { items: async () => completed }, counts };
  }
  const counts = await reads.count(tx);
  // Finding nothing may take as long as reading the whole table.
  if (!reads.isWithin(counts)) return { list: { items: async () => [] }, counts };
  return { list: { ids: () => reads.ids(tx), items }, counts };
}

/** The counts, and what `readPage` gives, at once where that is quick. */
async function countAnd<Row, Counts>(
  tx: Tx,
  { count, isWithin, isQuick }: Pick<PageReads<never, never, Counts>, 'count' | 'isWithin' | 'isQuick'>,
  readPage: (tx: Tx) => Promise<Row[]>,
): Promise<readonly [Counts, Row[]]> {
  return tx.together<readonly [Counts, Row[]]>((tx) => {
    const counted = count(tx);
    return [counted, isQuick ? readPage(tx) : counted.then((counts) => (isWithin(counts) ? readPage(tx) : []))];
  });
}
