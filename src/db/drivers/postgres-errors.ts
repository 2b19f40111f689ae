import type { DatabaseError } from 'pg';
import { isExpiredCertificate } from '../../errors.ts';
import { ConnectionError, faultOf } from '../faults.ts';
import { isOfNames } from './pooler/named-statements.ts';

/** Whether the statement cannot run under its name: by the name, or by the function of PostgreSQL that finds that its plan no longer fits. */
export function isForgotten(error: unknown): boolean {
  return isOfNames(error) || (error as Partial<DatabaseError>).routine === 'RevalidateCachedQuery';
}

/** Whether a statement was refused because one before it in the transaction has failed. */
export function isOfFailed(error: unknown): boolean {
  return (error as Partial<DatabaseError>).code === '25P02';
}

/** Told by a field that only PostgreSQL's errors have; its value is in the server's language. */
function isOfPostgres(error: unknown): boolean {
  return error instanceof Error && (error as DatabaseError).severity !== undefined;
}

/** Whether the error is PostgreSQL's answer and the connection goes on, as it does unless the error is FATAL. */
export function isAnswer(error: unknown): boolean {
  return isOfPostgres(error) && faultOf(error) !== 'unreachable';
}

/** `error`, wrapped in a ConnectionError unless it is PostgreSQL's answer. */
export function explained(error: unknown): unknown {
  if (isOfPostgres(error)) return error;
  const fault = isExpiredCertificate(error) ? 'expired' : 'unreachable';
  return new ConnectionError(fault, String((error as Error).message), error);
}
