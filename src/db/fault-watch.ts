import { type Fault, faultOf } from './faults.ts';

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

  /** Whether the fault occurred within the last five seconds. */
  isLasting(fault: Fault): boolean {
    const metAt = this.#met.get(fault);
    return metAt !== undefined && performance.now() - metAt < LASTING_MS;
  }

  /** A fault that occurred within the last five seconds; null = none. */
  lasting(): Fault | null {
    return [...this.#met.keys()].find((fault) => this.isLasting(fault)) ?? null;
  }
}
