/**
 * Why the database, or a disk, cannot do what it was asked for, through no fault of the one who asked:
 * `locked` = another program keeps the lock that is needed; `busy` = this one's own work does; `full` = there is no room; `unreachable` = there is no
 * connection; `failing` = it cannot be written or read; `conflict` = it ended the work because of what ran beside it.
 */
export type Fault = 'locked' | 'busy' | 'full' | 'unreachable' | 'failing' | 'conflict';

/** What people are told of each. */
export const FAULT_SENTENCES: Record<Fault, string> = {
  locked: 'the database is locked by another program',
  busy: 'the database is busy with other work',
  full: 'the disk is full',
  unreachable: 'the database is unreachable',
  failing: 'the database or its disk is failing',
  conflict: 'the database is busy with conflicting work',
};

/** A connection to the database that ended, or that could not be had in time: in its errors, nothing else tells. */
export class ConnectionError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ConnectionError';
    this.fault = fault;
  }
}

/** The fault that `error`, or what it came of, stands for; null = none: a refusal of the input, or a bug. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof ConnectionError) return error.fault;
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' ? faultOfCode(code) : null) ?? faultOf(error.cause);
}

/** Whether the database ended the transaction because of others that ran beside it: begun anew, it may succeed. */
export function isConflict(error: unknown): boolean {
  return faultOf(error) === 'conflict';
}

function faultOfCode(code: string): Fault | null {
  return FAULTS[code] ?? FAULTS_OF_FAMILIES.find(([family]) => family.test(code))?.[1] ?? null;
}

/** Of PostgreSQL (SQLSTATE), and of the operating system's disks. */
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
  // PostgreSQL: connection exceptions, too few resources, and the end of the server or of the session.
  [/^(08\w{3}|53\w{3}|57P0\w)$/, 'unreachable'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'locked'],
  // The index of the write-ahead log cannot grow: that disk is full, too.
  [/^SQLITE_(FULL|IOERR_SHMSIZE)/, 'full'],
  [/^SQLITE_(IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|NOMEM)/, 'failing'],
];
