import { Histogram } from './histogram.ts';

/** The upper ends of the ranges of time, in seconds. */
const BOUNDS = [0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts the requests of one route. It is made with the route, so that counting is a few additions. */
export class RequestCount {
  readonly method: string;
  /** The path with its parameters' names: /api/v1/accounts/{account_id} */
  readonly path: string;
  /** How many were answered with each status. */
  readonly statuses = new Map<number, number>();
  /** How long answering took; null = nothing is told by it, because requests wait there for something to happen. */
  readonly seconds: Histogram | null;

  constructor(method: string, path: string, { isTimed = true }: { isTimed?: boolean } = {}) {
    this.method = method;
    this.path = path;
    this.seconds = isTimed ? new Histogram(BOUNDS) : null;
  }

  /** Counts a request that was answered after `ms` milliseconds. */
  note(status: number, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.seconds?.note(ms / 1000);
  }
}
