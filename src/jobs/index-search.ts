import type { App } from '../app.ts';
import { changesWaiting, indexChanges } from '../db/search/index-changes.ts';
import { logFailure } from './queue/log-failure.ts';

export type SearchIndexing = {
  /** Looks whether there is anything to put into the index, unless it is at it already. */
  wake(): void;
  /** Ends after the batch that is under way; what is left waits for the next start. */
  stop(): Promise<void>;
};

/** With more to do than this, searches do not find everything yet, and the log says so. */
const MANY = 10_000;

/**
 * Puts what has changed into the search index, so that searches find little left to do. It is woken every second rather
 * than at each change: many changes together cost a fraction of what they cost one by one.
 */
export function startSearchIndexing(app: App): SearchIndexing {
  const stopping = new AbortController();
  let work: Promise<void> | null = null;

  const run = async () => {
    const waiting = await changesWaiting(app.orm.em.fork());
    const isMany = waiting > MANY;
    if (isMany) app.log.warn({ waiting }, 'search index is behind: searches may miss what is older');
    while (!stopping.signal.aborted && (await indexChanges(app.orm.em.fork(), 1))) await new Promise(setImmediate);
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
