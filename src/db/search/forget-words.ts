import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../transaction.ts';
import type { Tx } from '../tx.ts';
import { ARTICLE_SEARCH } from './article-index.ts';
import { indexChanges } from './index-changes.ts';
import { mergeSome } from './merge-parts.ts';

/** What says that a statement has merged nothing more. */
const NOTHING_MERGED = 2;

/**
 * Takes what was deleted out of the search index, and on SQLite out of its pages as well, where words stay until parts are
 * merged: a few pages at a time, with requests served in between.
 * @throws the reason of `signal`, once it is aborted
 */
export async function forgetDeletedWords(tx: Tx, signal?: AbortSignal): Promise<void> {
  while (await indexChanges(tx, 1)) await breathe(signal);
  if (tx.isPostgres) return;
  for (const index of ['message_search', 'contact_search', ARTICLE_SEARCH]) {
    let isMerging = await merge(tx, index, true);
    while (isMerging) {
      await breathe(signal);
      isMerging = await merge(tx, index, false);
    }
  }
}

async function breathe(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await setImmediate();
}

/** Begins to merge all parts of the index into one, or goes on. Returns whether there may be more to merge. */
function merge(tx: Tx, index: string, begins: boolean): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const before = await totalChanges(tx);
    await mergeSome(tx, index, begins);
    return (await totalChanges(tx)) - before >= NOTHING_MERGED;
  });
}

async function totalChanges(tx: Tx): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(tx.db);
  return rows[0]?.changes ?? 0;
}
