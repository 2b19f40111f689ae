import { type Fault, faultOf } from './faults.ts';

/** How long a fault counts as lasting after it was last met. */
const LASTING_MS = 5000;

/** Remembers which faults the database's drivers have met lately. */
export class FaultWatch {
  readonly #met = new Map<Fault, number>();

  /** Remembers the fault behind `error`, if there is one. */
  note(error: unknown): void {
    const fault = faultOf(error);
    if (fault !== null) this.#met.set(fault, performance.now());
  }

  /** Whether the fault was met within the last seconds. */
  isLasting(fault: Fault): boolean {
    const metAt = this.#met.get(fault);
    return metAt !== undefined && performance.now() - metAt < LASTING_MS;
  }

  /** A fault that was met within the last seconds; null = none was. */
  lasting(): Fault | null {
    return [...this.#met.keys()].find((fault) => this.isLasting(fault)) ?? null;
  }
}
