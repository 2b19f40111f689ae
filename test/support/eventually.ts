import { setTimeout as sleep } from 'node:timers/promises';

/** Long, for machines that do much else: nothing waits so long unless it waits in vain. */
export const PATIENCE_MS = 45_000;

/** The longer it has waited, the less often it asks: each look takes time from the work that is awaited. */
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** What `read` gives once `predicate` holds for it; fails when it does not within some seconds. */
export async function eventually<T>(read: () => T | Promise<T>, predicate: (value: T) => boolean): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const value = await read();
    if (predicate(value)) return value;
    const waited = Date.now() - begun;
    if (waited > PATIENCE_MS) throw new Error(`still ${JSON.stringify(value)}`);
    await sleep(Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS + waited / 5));
  }
}
