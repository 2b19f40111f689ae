/** When it was last looked whether other programs have written to the SQLite file, by `performance.now()`. */
export type Look = { at: number };

/** Nobody has looked yet. */
export const newLook = (): Look => ({ at: -Infinity });

/**
 * One look for all requests of a turn of the event loop. Whatever is read in the same turn had begun to arrive before any of it
 * was handled, so a look that one of these requests takes is late enough for each of them: what other programs had
 * committed when a client began to send is in the answer.
 */
export class TurnLooks {
  #current: Look | null = null;

  /** To be called in the turn in which a request arrives. */
  get current(): Look {
    if (this.#current === null) {
      this.#current = newLook();
      // Runs before anything else is read.
      setImmediate(() => (this.#current = null));
    }
    return this.#current;
  }
}
