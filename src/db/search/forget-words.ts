import { setImmediate } from 'node:timers/promises';
import type { Tx } from '../tx.ts';
import { ARTICLE_SEARCH } from './article-index.ts';
import { indexChanges } from './index-changes.ts';
import { mergeSome } from './merge-parts.ts';

/**
 * Takes what was deleted out of the search index, and on SQLite out of its pages as well, where words stay until parts are
 * merged: a few pages at a time, with requests served in between.
 * @throws the reason of `signal`, once it is aborted
 */
export async function forgetDeletedWords(tx: Tx, signal?: AbortSignal): Promise<void> {
  while (await indexChanges(tx, 1)) await breathe(signal);
  if (tx.isPostgres) return;
  for (const index of ['message_search', 'contact_search', ARTICLE_SEARCH]) {
    let merged = await mergeSome(tx, index, true);
    while (merged > 0) {
      await breathe(signal);
      merged = await mergeSome(tx, index);
    }
  }
}

async function breathe(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await setImmediate();
}
