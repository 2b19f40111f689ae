import type { Touches } from './touches.ts';

/** For how long a look holds: longer than a quick request takes. */
const HOLDS_MS = 20;

/**
 * Looking whether other programs have written to the SQLite file, at most every 20 ms: what they write in between may be
 * missing from the answers of those who share the look.
 */
export class Look {
  /** By `performance.now()`. */
  #lookedAt = -Infinity;

  /** Has what others may have changed forgotten. False = it cannot be told now. */
  isCaughtUp(touches: Touches | null): boolean {
    const now = performance.now();
    if (now - this.#lookedAt < HOLDS_MS) return true;
    if (!touches?.isCaughtUp()) return false;
    this.#lookedAt = now;
    return true;
  }
}

/**
 * One look for all requests of a turn of the event loop. What is read from several connections in one turn had begun to arrive
 * before any of it was handled, so the look of one request is late enough for the others: what another program had
 * committed when a client began to send is in its answer. This is not so for a request that is sent behind another on the
 * same connection without waiting for the answer: it may miss what was written in the last 20 ms.
 */
export class TurnLooks {
  #current: Look | null = null;

  /** The look of this turn. To be called as soon as a request arrives, while connections are being read. */
  ofThisTurn(): Look {
    if (this.#current === null) {
      this.#current = new Look();
      // Runs before connections are read again.
      setImmediate(() => (this.#current = null));
    }
    return this.#current;
  }
}
