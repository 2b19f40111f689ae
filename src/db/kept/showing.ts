import type { Tx } from '../tx.ts';
import type { KeyedTable, ReadRows } from './row-keys.ts';
import type { Checked } from './versioned-texts.ts';

/** What of an answer depends on the request. */
export type Seen = { viewer: { type: string; id: number }; now: Date; publicUrl: string };

/** How lists show the things that are each one row of `table`. */
export type Showing<Item, Value> = {
  table: KeyedTable;
  /** Tells its texts from others of the same rows. It has all that `present` depends on besides the rows and the request. */
  form: string;
  /** The things with these row keys, in any order. Those that have been deleted are left out. */
  read(tx: Tx, ids: number[]): Promise<Item[]>;
  idOf(item: Item): number;
  /** What is shown of it; depends on nothing but its arguments. */
  present(item: Item, seen: Seen): Value;
  /** The rows that it was read from. Of tables that are left out, every write counts. */
  rowsOf(item: Item): ReadRows;
};

/** The row key of a thing, and its row's version (`xmin`). */
export type VersionedKey = { id: number; version: string };

/**
 * The keys of a page on PostgreSQL, in their order. `name` tells the list from others; `checked` was asked with the keys.
 */
export type KeyedPage = { name: string; keys: VersionedKey[]; checked: Checked | null };

/**
 * A page of a list: the row keys of its things in their order (`ids` on SQLite, `keyed` on PostgreSQL), and the things
 * themselves. Where neither `ids` nor `keyed` is given, the things are always read.
 */
export type List<Item> = { ids?(): Promise<readonly { id: number }[]>; keyed?: KeyedPage; items(): Promise<Item[]> };

/** A page to be shown. */
export type Listed<Item, Value> = { showing: Showing<Item, Value>; list: List<Item>; seen: Seen };
