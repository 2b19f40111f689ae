import { setImmediate } from 'node:timers/promises';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { addCounts, type Counts } from './erasures.ts';

/** Rows that are looked at in one statement. */
export const LOOKED_AT = 100;

/** How a table is gone through whose rows do not say whose they are. */
export type Sweep<Row extends { id: number }> = {
  /** The next rows in the order of their ids, at most LOOKED_AT of them. */
  read(tx: Tx, after: number): Promise<Row[]>;
  isAbout(row: Row): boolean;
  /** Removes those with these ids. Returns how many of what are gone. */
  remove(tx: Tx, ids: number[]): Promise<Counts>;
};

/**
 * Goes through a table, a few rows at a time with requests served in between, and removes the rows that are about the
 * contact; the transaction that removes some also counts them for the erasure.
 */
export async function sweep<Row extends { id: number }>(
  tx: Tx,
  erasureId: number,
  { read, isAbout, remove }: Sweep<Row>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let after = 0;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await read(tx, after);
    const ids = rows.filter(isAbout).map(({ id }) => id);
    if (ids.length > 0) {
      await inTransaction(tx, async (tx) => addCounts(tx, erasureId, await remove(tx, ids)));
    }
    const last = rows.at(-1);
    if (!last || rows.length < LOOKED_AT) return;
    after = last.id;
    await setImmediate();
  }
}
