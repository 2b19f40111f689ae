import { waitedTooLong } from '../faults.ts';
import { msUntil } from './ms-until.ts';

/** Who waits at most until `until` (by `performance.now()`), and is told so when that is over. */
export type Waiter = { until: number; reject(error: unknown): void };

/**
 * Those who wait to be taken, in the order in which they asked; each may wait for equally long. One timer serves them all, and
 * only while those before them are busy: to set one for each takes 9 µs.
 */
export class WaitingLine<Member extends Waiter> {
  readonly #waiting: Member[] = [];
  /** Whether some have been taken, and the next are not yet expected to be. */
  #isHeldUp = false;
  /** Undefined = nobody waits, or they will be taken at once. */
  #timer: NodeJS.Timeout | undefined;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  enter(member: Member): void {
    this.#waiting.push(member);
    if (this.#isHeldUp && this.#waiting.length === 1) this.#watchTime();
  }

  /** Has members wait again that were taken, before all others. */
  enterFirst(members: Member[]): void {
    if (members.length === 0) return;
    this.#waiting.unshift(...members);
    this.#watchTime();
  }

  /** Takes so many at most; the others are given up when their time is over. */
  take(most: number): Member[] {
    const taken = this.#waiting.splice(0, most);
    this.#isHeldUp = true;
    this.#watchTime();
    return taken;
  }

  /** To be called when the next can be taken. */
  expectNext(): void {
    this.#isHeldUp = false;
  }

  #watchTime(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [first] = this.#waiting;
    if (first) this.#timer = setTimeout(() => this.#giveUp(), msUntil(first.until));
  }

  #giveUp(): void {
    const now = performance.now();
    while (this.#waiting[0] && this.#waiting[0].until <= now) this.#waiting.shift()?.reject(waitedTooLong());
    this.#watchTime();
  }
}
