import { type Fault, faultOf } from '../faults.ts';

/** How long a fault counts as lasting after it last occurred. */
const LASTING_MS = 5000;

/** Faults that end by themselves, and say nothing of whether the server can work. */
const COMMON = new Set<Fault>(['conflict', 'busy', 'locked']);

/** Remembers which faults have occurred lately in the database's drivers. */
export class FaultWatch {
  readonly #met = new Map<Fault, number>();
  /** When a serious fault was last met, in the database or elsewhere, by `performance.now()`. */
  seriousAt = Number.NEGATIVE_INFINITY;

  /** Remembers the fault behind `error`, if there is one. */
  note(error: unknown): void {
    const fault = faultOf(error);
    if (fault !== null) this.#met.set(fault, performance.now());
    this.noteElsewhere(error);
  }

  /** The same for an error that need not be of the database, but of the disk with the files. */
  noteElsewhere(error: unknown): void {
    const fault = faultOf(error);
    if (fault !== null && !COMMON.has(fault)) this.seriousAt = performance.now();
  }

  /** The faults that occurred within the last five seconds. */
  lasting(): Fault[] {
    const since = performance.now() - LASTING_MS;
    return [...this.#met].filter(([, metAt]) => metAt > since).map(([fault]) => fault);
  }
}
