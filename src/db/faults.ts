/** How PostgreSQL says that it ended a transaction because of others: a deadlock, or rows that changed meanwhile. */
const CONFLICTS = new Set<unknown>(['40P01', '40001']);

/** Whether the database ended the transaction because of others that ran beside it: begun anew, it may succeed. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as { code?: unknown } | null)?.code);
}
