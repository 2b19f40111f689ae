import { readFileSync } from 'node:fs';

/**
 * Why the database or a disk cannot do what was asked, although nothing is wrong with the request:
 * - `locked`: another program has the SQLite file locked
 * - `busy`: no connection or lock was free in time
 * - `full`: there is no room left
 * - `limited`: a file would become larger than this process may make one
 * - `unreachable`: there is no connection
 * - `expired`: the certificate of the database server has expired, so that there is no connection
 * - `failing`: it cannot be written or read
 * - `conflict`: it ended the work because of another transaction
 * - `gone`, `replaced`: the SQLite file that this process has open is no longer where it was
 * - `newer`: a newer program has migrated it
 */
export type Fault =
  | 'locked'
  | 'busy'
  | 'full'
  | 'limited'
  | 'unreachable'
  | 'expired'
  | 'failing'
  | 'conflict'
  | LastingFault;

/** The faults that an operator has to end, mostly by starting the server again. */
export type LastingFault = 'gone' | 'replaced' | 'newer';

/** The text for callers and operators. */
export const FAULT_SENTENCES: Record<Fault, string> = {
  locked: 'the database is locked by another program',
  busy: 'the database is busy with other work',
  full: 'the disk is full',
  limited: 'a file may not become larger: the size of files is limited (ulimit -f)',
  unreachable: 'the database is unreachable',
  expired: 'the certificate of the database server has expired',
  failing: 'the database or its disk is failing',
  conflict: 'the database is busy with conflicting work',
  gone: 'the file of the database is gone: put it back, or restore a backup, and start the server again',
  replaced: 'another file is in the place of the database: start the server again to use it',
  newer: 'a newer version of Parley has migrated the database: start that version',
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

/** The faults that end only when an operator does what their sentence says. */
export const isLasting = (fault: Fault): boolean => fault === 'gone' || fault === 'replaced' || fault === 'newer';

/** The faults that are over when there is room again. */
export const isOfSpace = (fault: Fault | null): boolean => fault === 'full' || fault === 'limited';

/** The error of work that did not get its turn in time. */
export function waitedTooLong(): ConnectionError {
  return new ConnectionError('busy', 'waited too long for the database: other work had it all the time');
}

/** The fault behind `error` or its causes; null = none, such as refused input or a bug. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof ConnectionError) return error.fault;
  // Not by `instanceof`: an addon's errors may come from another realm.
  if (typeof error !== 'object' || error === null) return null;
  const { code, severity, cause } = error as { code?: unknown; severity?: unknown; cause?: unknown };
  if (code === PROTOCOL_VIOLATION && severity === 'FATAL') return 'unreachable';
  return (typeof code === 'string' ? faultOfCode(code) : null) ?? faultOf(cause);
}

/**
 * The SQLSTATE of a query that PostgreSQL will never take, and of every error that PgBouncer itself answers with: where it is
 * fatal, the pooler has no connection to PostgreSQL.
 */
const PROTOCOL_VIOLATION = '08P01';

/** Whether the database ended the transaction because of another one; a second try may succeed. */
export function isConflict(error: unknown): boolean {
  return faultOf(error) === 'conflict';
}

function faultOfCode(code: string): Fault | null {
  if (LIMITABLE.has(code) && hasSizeLimit()) return 'limited';
  return FAULTS[code] ?? FAULTS_OF_FAMILIES.find(([family]) => family.test(code))?.[1] ?? null;
}

/** Whether the size of the files that this process writes is limited now, as `ulimit -f` and systemd's LimitFSIZE do. */
function hasSizeLimit(): boolean {
  try {
    return /^Max file size\s+\d/m.test(readFileSync(LIMITS, 'utf8'));
  } catch {
    return false;
  }
}

/** The limits of this process, on Linux only. */
const LIMITS = '/proc/self/limits';

/** SQLite's codes for writes that the kernel refused for another reason than a full disk. */
const LIMITABLE = new Set(['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_TRUNCATE', 'SQLITE_IOERR_SHMSIZE']);

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
  EFBIG: 'limited',
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
