import { LRUCache } from 'lru-cache';
import type { Attempt } from '../../resources/webhooks/deliveries/send.ts';
import { SECOND } from '../../time.ts';

/**
 * How a receiver is known:
 * - `healthy`: its last answer came whole and soon
 * - `unproven`: it has not been asked yet, or is slow
 * - `failing`: it gave no answer the last time
 */
export type Standing = 'healthy' | 'unproven' | 'failing';

/** How receivers have answered to this process. */
export type ReceiverHealth = {
  /** The receiver's standing, and how many places it has earned. */
  of(receiver: string): { standing: Standing; earned: number };
  note(receiver: string, attempt: Pick<Attempt, 'error' | 'latencyMs'>): void;
};

/** An answer that takes longer is slow. */
const SOON_MS = SECOND;
/** Most receivers that are remembered. */
const REMEMBERED = 10_000;

/**
 * A new receiver earns one place, twice as many after each answer, up to `most`, and one again after a failure to
 * answer.
 */
export function openReceiverHealth(most: number): ReceiverHealth {
  const known = new LRUCache<string, { standing: Standing; earned: number }>({ max: REMEMBERED });
  const of = (receiver: string) => known.get(receiver) ?? { standing: 'unproven', earned: 1 };

  return {
    of,
    note(receiver, { error, latencyMs }) {
      if (error !== null) known.set(receiver, { standing: 'failing', earned: 1 });
      else {
        const standing = latencyMs <= SOON_MS ? 'healthy' : 'unproven';
        known.set(receiver, { standing, earned: Math.min(most, of(receiver).earned * 2) });
      }
    },
  };
}
