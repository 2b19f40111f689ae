import { LRUCache } from 'lru-cache';
import type { Attempt } from '../../resources/webhooks/deliveries/send.ts';
import { SECOND } from '../../time.ts';

/**
 * The state of a receiver by its last attempt:
 * - `healthy`: its answer was complete, within a second
 * - `unproven`: its answer was complete, but slow; or there was no attempt yet
 * - `failing`: there was no complete answer
 */
export type Standing = 'healthy' | 'unproven' | 'failing';

/** How receivers have answered to this process. */
export type ReceiverHealth = {
  /** The receiver's standing, and how many deliveries it may get at the same time. */
  of(receiver: string): { standing: Standing; earned: number };
  /** Records the receiver's answer. Any complete answer counts, whatever its status. */
  note(receiver: string, attempt: Pick<Attempt, 'error' | 'latencyMs'>): void;
};

/** An answer that takes longer is slow. */
const SOON_MS = SECOND;
/** Most receivers that are remembered. */
const REMEMBERED = 10_000;

/** Each receiver has one slot at first. Each complete answer doubles its slots, up to `most`; a failure leaves it one. */
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
