/** Thrown by a job that goes on later; `afterMs` null = after the usual pause, and the attempt counts. */
export class Postponed extends Error {
  readonly afterMs: number | null;

  constructor(reason: string, afterMs: number | null) {
    super(reason);
    this.afterMs = afterMs;
  }
}
