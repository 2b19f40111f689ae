import type { JsonArray } from './json-text.ts';
import type { Kept, KeptTexts } from './kept-texts.ts';

/** A thing that was read; `keep` keeps the text that was made of it, if it can be told when that changes, and gives it. */
export type ReadItem<Item, Text> = { item: Item; keep(name: string, kept: Kept): Text };

/** A page of a list while it is shown with kept texts. The databases differ in how they tell what was written. */
export type TextPage<Item, Text extends Kept> = {
  /** The row keys of the things in their order. */
  ids: readonly number[];
  texts: KeptTexts<Text>;
  /** Those of the kept texts, by row keys, that were made from rows as they are now. */
  unchanged(found: Map<number, Text>): Promise<Map<number, Text>> | Map<number, Text>;
  /** The things with these row keys, in any order. Those that have been deleted are left out. */
  read(ids: number[]): Promise<ReadItem<Item, Text>[]>;
  /** To be called at the end: whether the things, with these texts, still are those of the page. */
  finish(shown: ReadonlyMap<number, Text>): boolean;
};

/** A whole page. `areKept`: whether all texts that it was made of were kept before. */
export type PageText = Kept & { json: JsonArray; areKept: boolean };

/** Shows the things of a page; null = one of them was written meanwhile, and might not belong to it any more. */
export type ShowPage<Item> = <Text extends Kept>(page: TextPage<Item, Text>) => Promise<PageText | null>;
