import { faultOf } from '../../db/faults.ts';
import type { Log } from '../../log.ts';

/** Logs what went wrong with work that will be tried again: a fault of the database in a line, a bug with its stack. */
export function logFailure(log: Log, error: unknown, message: string, facts: object = {}): void {
  const fault = faultOf(error);
  if (fault) log.warn({ ...facts, fault, error: String(error) }, message);
  else log.error({ ...facts, err: error }, message);
}
