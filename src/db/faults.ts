/**
 * Why the database or a disk cannot do what was asked, although nothing is wrong with the request:
 * - `locked`: another program has the SQLite file locked
 * - `busy`: no connection or lock was free in time
 * - `full`: there is no room left
 * - `unreachable`: there is no connection
 * - `failing`: it cannot be written or read
 * - `conflict`: it ended the work because of another transaction
 */
export type Fault = 'locked' | 'busy' | 'full' | 'unreachable' | 'failing' | 'conflict';

/** The text for callers and operators. */
export const FAULT_SENTENCES: Record<Fault, string> = {
  locked: 'the database is locked by another program',
  busy: 'the database is busy with other work',
  full: 'the disk is full',
  unreachable: 'the database is unreachable',
  failing: 'the database or its disk is failing',
  conflict: 'the database is busy with conflicting work',
};

/**
 * A connection to the database ended, or none was free in time. It carries the fault, since these errors have no code.
 */
export class ConnectionError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ConnectionError';
    this.fault = fault;
  }
}

/** The error of work that did not get its turn in time. */
export function waitedTooLong(): ConnectionError {
  return new ConnectionError('busy', 'waited too long for the database: other work had it all the time');
}

/** The fault behind `error` or one of its causes; null = none: the input was refused, or it is a bug. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof ConnectionError) return error.fault;
  // Not by `instanceof`: an addon's errors may come from another realm.
  if (typeof error !== 'object' || error === null) return null;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return (typeof code === 'string' ? faultOfCode(code) : null) ?? faultOf(cause);
}

/** Whether the database ended the transaction because of another one; a second try may succeed. */
export function isConflict(error: unknown): boolean {
  return faultOf(error) === 'conflict';
}

function faultOfCode(code: string): Fault | null {
  return FAULTS[code] ?? FAULTS_OF_FAMILIES.find(([family]) => family.test(code))?.[1] ?? null;
}

/** By codes of PostgreSQL (SQLSTATE) and of the operating system. */
const FAULTS: Record<string, Fault> = {
  '40P01': 'conflict',
  40001: 'conflict',
  '55P03': 'busy',
  53100: 'full',
  57014: 'unreachable',
  25006: 'failing',
  58030: 'failing',
  XX001: 'failing',
  XX002: 'failing',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'failing',
  EIO: 'failing',
};

const FAULTS_OF_FAMILIES: [RegExp, Fault][] = [
  // PostgreSQL: connection exceptions except 08P01, which is a query that it will never take, insufficient resources, and shutdown of the server or session.
  [/^(08(?!P01)\w{3}|53\w{3}|57P0\w)$/, 'unreachable'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'locked'],
  // SHMSIZE: the index of the write-ahead log cannot grow, because the disk is full.
  [/^SQLITE_(FULL|IOERR_SHMSIZE)/, 'full'],
  [/^SQLITE_(IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM)/, 'failing'],
];
