import { join } from 'node:path';
import type { Config } from '../config.ts';
import { certificateProblem } from '../errors.ts';
import { ConnectionError, FAULT_SENTENCES, faultOf } from '../db/faults.ts';
import { Failure } from './failure.ts';

/** Errors whose messages say what to do; by name, so that their modules need not be loaded. */
const EXPLAINED = [
  'UnsupportedDatabaseError',
  'SecretKeyError',
  'SecondServerError',
  'LmtpError',
  'DamagedCopyError',
  'UnfinishedRestoreError',
];

/** A known error that people can fix, as a Failure with instructions; otherwise `error`. */
export function explain(error: unknown, config: Config): unknown {
  if (error instanceof Failure) return error;
  if (error instanceof Error && EXPLAINED.includes(error.name)) {
    return new Failure(error.message, { cause: error });
  }
  if (faultOf(error) === 'limited') return new Failure(`${FAULT_SENTENCES.limited}: raise the limit`, { cause: error });
  for (const cause of causesOf(error)) {
    const sentence = config.database.url
      ? ofPostgres(cause, config.database.url)
      : ofSqlite(cause, join(config.data_dir, 'parley.db'));
    const message = sentence ?? ofFiles(cause, config.data_dir);
    if (message) return new Failure(message, { cause: error });
  }
  return error;
}

/**
 * A known error of listening that people can fix, as a Failure with instructions; otherwise `error`.
 */
export function explainListening(error: unknown, { server: { host, port } }: Config): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const sentence = {
    EADDRINUSE: `port ${port} of ${host} is in use: stop the program that has it, or take another with --port`,
    EACCES: `port ${port} may not be taken by this user: take one above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: name another with --host`,
    ENOTFOUND: `${host} is not an address of this machine: name another with --host`,
  }[code];
  return sentence ? new Failure(sentence, { cause: error }) : error;
}

type Cause = Error & { code?: string; path?: string };

/** `error` and its causes, from the outermost. */
function causesOf(error: unknown): Cause[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  return [error, ...inner.flatMap(causesOf)];
}

function ofSqlite(cause: Cause, file: string): string | undefined {
  const { code = '', message } = cause;
  if (cause instanceof ConnectionError) return `${file} is busy (${message}): try again`;
  const [family] = /^SQLITE_[A-Z]+/.exec(code) ?? [];
  switch (family) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return `${file} is locked by another program: stop that, or wait until it is done`;
    case 'SQLITE_NOTADB':
    case 'SQLITE_CORRUPT':
      return `${file} is damaged, or no database of Parley's (${message}): put a backup in its place, or move it away to begin anew`;
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
    case 'SQLITE_PERM':
      return `${file} cannot be written (${message}): give it to the user who runs Parley, or name another folder with --data-dir`;
    case 'SQLITE_FULL':
      return `${file} cannot grow: make room on its disk`;
    case 'SQLITE_IOERR':
      return `${file} cannot be read or written (${message}): see whether its disk is full, or failing`;
    default:
      return undefined;
  }
}

function ofPostgres(cause: Cause, url: string): string | undefined {
  const { code = '', message } = cause;
  const { hostname, port, username, pathname } = new URL(url);
  const server = `PostgreSQL at ${hostname}:${port || 5432}`;
  if (cause instanceof ConnectionError && !(cause.cause as Cause | undefined)?.code) {
    return `lost the connection to ${server} (${message}): see whether it runs, and try again`;
  }
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
      return `cannot reach ${server} (${code}): start it, or correct the database URL`;
    case 'CERT_HAS_EXPIRED':
      return `${certificateProblem(cause, `${hostname}:${port || 5432}`)}: renew it at that server`;
    case '28P01':
    case '28000':
      return `${server} refuses the user ${username || 'that was not named'} (${message}): correct the database URL`;
    case '3D000':
      return `${server} has no database ${pathname.slice(1)}: create it, or correct the database URL`;
    case '42501':
      return `${server} does not let the user ${username} do that (${message}): make it the owner of the database`;
    case '53300':
      return `${server} has no connection left (${message}): lower database.pool_size, or raise its max_connections`;
    case '53100':
      return `${server} has no room left on its disk (${message}): make room there`;
    case '57P03':
      return `${server} is not ready (${message}): try again in a moment`;
    default:
      return undefined;
  }
}

function ofFiles({ code = '', message, path }: Cause, dataDir: string): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk of ${dataDir} is full: make room`;
  if (code === 'ERR_DLOPEN_FAILED') {
    return `SQLite cannot be loaded from ${dataDir} (${message}): its disk must allow programs to run from it (not noexec)`;
  }
  if (!path || !(path.startsWith(dataDir) || dataDir.startsWith(path))) return undefined;
  return `the data directory ${dataDir} cannot be used (${message}): give it to the user who runs Parley, or name another with --data-dir`;
}
