import { faultOf } from '../../db/faults.ts';
import type { Log } from '../../log.ts';

/** Logs why work failed that will be tried again: a fault of the database without a stack, a bug with it. */
export function logFailure(log: Log, error: unknown, message: string, facts: object = {}): void {
  const fault = faultOf(error);
  if (fault) log.warn({ ...facts, fault, error: String(error) }, message);
  else log.error({ ...facts, err: error }, message);
}
