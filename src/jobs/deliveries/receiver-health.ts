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

/** How receivers have answered, as far as this process knows. */
export type ReceiverHealth = {
  /** How a receiver stands, and how many places it has earned. */
  of(receiver: string): { standing: Standing; earned: number };
  note(receiver: string, attempt: Pick<Attempt, 'error' | 'latencyMs'>): void;
};

/** An answer that takes longer keeps others waiting. */
const SOON_MS = SECOND;
/** Receivers that are remembered, the last ones heard of. */
const REMEMBERED = 10_000;

/** A new receiver has one place, and twice as many after each answer, up to `most`; after no answer it has one again. */
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
