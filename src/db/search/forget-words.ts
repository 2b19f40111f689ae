import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../tx.ts';
import { ARTICLE_SEARCH } from './article-index.ts';
import { indexChanges } from './index-changes.ts';
import { levelsOf, readStructure } from './index-levels.ts';
import { command, ENOUGH_PARTS, mergeSome } from './merge-parts.ts';

/**
 * How many parts of a level are enough for SQLite to merge them while all are merged into one. With more, it would often not go on
 * while a few new parts wait that are not enough to be merged themselves.
 */
const ENOUGH_OF_ALL = 2;
/**
 * How often all parts are merged at most: again where new parts have kept SQLite from ending, or where a merge was under way
 * already, which keeps what it had copied. Each time takes the whole index, so it is not done for as long as others delete.
 */
const MOST_TIMES = 3;

/**
 * Takes what was deleted out of the search index, and on SQLite out of its pages as well, where words stay until parts are
 * merged: a few pages at a time, with requests served in between.
 * @throws the reason of `signal`, once it is aborted
 */
export async function forgetDeletedWords(tx: Tx, signal?: AbortSignal): Promise<void> {
  while (await indexChanges(tx, 1)) await breathe(signal);
  if (tx.isPostgres) return;
  for (const index of ['message_search', 'contact_search', ARTICLE_SEARCH]) {
    try {
      let times = 0;
      do await mergeAll(tx, index, signal);
      while (++times < MOST_TIMES && (await isLeft(tx, index)));
    } finally {
      // Otherwise SQLite merges more often than it need, until the next erasure.
      await command(tx, index, 'usermerge', ENOUGH_PARTS).catch(() => {});
    }
  }
}

async function mergeAll(tx: Tx, index: string, signal: AbortSignal | undefined): Promise<void> {
  await command(tx, index, 'usermerge', ENOUGH_OF_ALL);
  let pages = await mergeSome(tx, index, true);
  while (pages > 0) {
    await breathe(signal);
    pages = await mergeSome(tx, index);
  }
}

/** Whether parts are still being merged, or have deleted rows. */
async function isLeft(tx: Tx, index: string): Promise<boolean> {
  return levelsOf(await readStructure(tx, index)).some(({ merging, deleted }) => merging > 0 || deleted > 0);
}

async function breathe(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await setImmediate();
}
