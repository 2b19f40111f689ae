import type { BusyTime } from '../busy-time.ts';
import { waitedTooLong } from '../faults.ts';
import { msUntil } from './ms-until.ts';

type Waiter = { enter(): void };

/** Gives a single connection to one caller at a time, in the order in which they asked. */
export class ConnectionQueue {
  #taken = false;
  readonly #waiting = new Set<Waiter>();
  readonly #busy: BusyTime;
  /** Since when callers have had it without a pause, by `performance.now()`. */
  #takenAt = 0;

  /** Adds to `busy` how long it is in use. */
  constructor(busy: BusyTime = { ms: 0 }) {
    this.#busy = busy;
  }

  get isFree(): boolean {
    return !this.#taken;
  }

  /**
   * Waits until the connection is free, at most until `until` (by `performance.now()`), and takes it until `leave`.
   * @throws ConnectionError `busy` when it was not free by then
   */
  enter(until: number): Promise<void> | void {
    if (!this.#taken) {
      this.#taken = true;
      this.#takenAt = performance.now();
      return;
    }
    return new Promise((resolve, reject) => {
      const waiter = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = () => {
        this.#waiting.delete(waiter);
        reject(waitedTooLong());
      };
      const timer = setTimeout(giveUp, msUntil(until));
      this.#waiting.add(waiter);
    });
  }

  /** Passes the connection to the caller that has waited longest. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#taken = false;
      this.#busy.ms += performance.now() - this.#takenAt;
      return;
    }
    this.#waiting.delete(next);
    next.enter();
  }
}
