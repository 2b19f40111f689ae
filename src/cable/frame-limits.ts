import { addressKey } from '../http/rate-limit.ts';
import { MINUTE } from '../time.ts';
import type { CableSocket } from './socket.ts';
import { personOf } from './subscriber.ts';

/**
 * Counts the frames of all sockets together: of a person, and of an address on sockets that listen to nothing yet. At
 * most `most` in a minute, as with requests; 0 = no limit.
 */
export class FrameLimits {
  readonly #most: number;
  /** When the minute began, by `performance.now()`, and how many frames there were, by person and address. */
  #minute = { began: performance.now(), counts: new Map<string, number>() };

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a frame. False = there were too many. */
  count({ subscriptions, address }: CableSocket): boolean {
    if (this.#most === 0) return true;
    const now = performance.now();
    if (now - this.#minute.began > MINUTE) this.#minute = { began: now, counts: new Map() };
    const [first] = subscriptions.values();
    const key = first ? personOf(first.who) : `address ${addressKey(address)}`;
    const count = (this.#minute.counts.get(key) ?? 0) + 1;
    this.#minute.counts.set(key, count);
    return count <= this.#most;
  }
}
