import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame } from './cable/bare-socket.ts';

/** Pause before the feed is asked again where it did not answer. */
const RETRY_MS = 50;

/** Reads a page of the event feed; throws where there is no answer. */
type ReadPage = (query: string) => Promise<{ payload: Frame[]; meta: { last_id: number; more: boolean } }>;

/**
 * Reads the events of an account from the first on, whatever becomes of the server, until `stop`, which returns those up
 * to the newest. `types` is added to the query.
 */
export function followFeed(readPage: ReadPage, types = ''): { stop(): Promise<Frame[]> } {
  const read: Frame[] = [];
  let isOver = false;

  async function readOn(): Promise<Frame[]> {
    for (let after = 0; ;) {
      const isLast = isOver;
      const page = await readPage(`after=${after}&limit=20&wait=${isLast ? 0 : 2}${types}`).catch(() => null);
      if (page === null) {
        await sleep(RETRY_MS);
        continue;
      }
      read.push(...page.payload);
      after = page.meta.last_id;
      if (isLast && page.payload.length === 0 && !page.meta.more) return read;
    }
  }
  const reading = readOn();
  return {
    stop() {
      isOver = true;
      return reading;
    },
  };
}
