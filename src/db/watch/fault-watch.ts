import { type Fault, faultOf } from '../faults.ts';

/** How long a fault counts as lasting after it last occurred. */
const LASTING_MS = 5000;

/** Remembers which faults have occurred lately in the database's drivers. */
export class FaultWatch {
  readonly #met = new Map<Fault, number>();

  /** Remembers the fault behind `error`, if there is one. */
  note(error: unknown): void {
    const fault = faultOf(error);
    if (fault !== null) this.#met.set(fault, performance.now());
  }

  /** The faults that occurred within the last five seconds. */
  lasting(): Fault[] {
    const since = performance.now() - LASTING_MS;
    return [...this.#met].filter(([, metAt]) => metAt > since).map(([fault]) => fault);
  }
}
