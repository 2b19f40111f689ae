import type { App } from '../app.ts';
import { changesWaiting, indexChanges } from '../db/search/index-changes.ts';
import { logFailure } from './queue/log-failure.ts';

/** The indexing of one process, in the background. */
export type SearchIndexing = {
  /** Indexes pending changes, unless that is under way already. */
  wake(): void;
  /** Ends after the batch that is under way; the rest waits for the next start. */
  stop(): Promise<void>;
};

/** With more pending changes than this, searches are incomplete, and the log says so. */
const MANY = 10_000;

/**
 * Writes pending changes to the search index, so that searches have little to write themselves. It is woken every
 * second rather than at each change, because changes cost much less in batches.
 */
export function startSearchIndexing(app: App): SearchIndexing {
  const stopping = new AbortController();
  let work: Promise<void> | null = null;

  const run = async () => {
    const waiting = await changesWaiting(app.tx());
    const isMany = waiting > MANY;
    if (isMany) app.log.warn({ waiting }, 'search index is behind: searches may miss what is older');
    while (!stopping.signal.aborted && (await indexChanges(app.tx(), 1))) await new Promise(setImmediate);
    if (isMany && !stopping.signal.aborted) app.log.info('search index has caught up');
  };
  return {
    wake() {
      work ??= run()
        .catch((error: unknown) => logFailure(app.log, error, 'cannot index for searches'))
        .finally(() => (work = null));
    },
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
