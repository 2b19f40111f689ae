import { MARK } from './protocol.ts';

/** Whose responses are read: a connection, which is told what that takes. */
export type Metered = { connection: number; worked(ms: number): void };

/**
 * Measures the time of the processor that the thread needs to read responses, and notes in `marks` for which connection it works, so that
 * the program sees it where the thread answers nothing any more. Responses that are read between two rounds of the event loop
 * share the time by their bytes.
 */
export class Meter {
  readonly #marks: Int32Array;
  readonly #bytes = new Map<Metered, number>();
  #before = process.threadCpuUsage();
  #most = 0;

  constructor(marks: Int32Array) {
    this.#marks = marks;
  }

  /** A response with so many bytes beside its literals is read now. */
  begin(whose: Metered, bytes: number): void {
    if (this.#bytes.size === 0) {
      this.#before = process.threadCpuUsage();
      Atomics.add(this.#marks, MARK.work, 1);
      setImmediate(() => this.#end());
    }
    const all = (this.#bytes.get(whose) ?? 0) + bytes;
    this.#bytes.set(whose, all);
    if (all < this.#most) return;
    this.#most = all;
    Atomics.store(this.#marks, MARK.connection, whose.connection);
  }

  #end(): void {
    Atomics.store(this.#marks, MARK.connection, 0);
    const { user, system } = process.threadCpuUsage();
    const ms = (user + system - this.#before.user - this.#before.system) / 1000;
    const sum = this.#bytes.values().reduce((total, bytes) => total + bytes, 0);
    const shares = [...this.#bytes];
    this.#bytes.clear();
    this.#most = 0;
    for (const [whose, bytes] of shares) whose.worked(sum === 0 ? 0 : (ms * bytes) / sum);
  }
}
