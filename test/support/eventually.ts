import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a busy machine: only what never comes is awaited for so long. */
export const LONGEST_WAIT_MS = 45_000;

/** Pauses grow from the shortest to the longest, because each look takes time from the work that is awaited. */
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/**
 * Calls `read` until `predicate` accepts what it returns, and returns that.
 * @throws Error when that takes longer than `longestMs`; what `read` throws
 */
export async function eventually<T>(
  read: () => T | Promise<T>,
  predicate: (value: T) => boolean,
  longestMs = LONGEST_WAIT_MS,
): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const value = await read();
    if (predicate(value)) return value;
    const waited = Date.now() - begun;
    if (waited > longestMs) throw new Error(`still ${JSON.stringify(value)}`);
    await sleep(Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS + waited / 5));
  }
}
