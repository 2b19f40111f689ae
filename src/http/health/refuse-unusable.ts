import { stat } from 'node:fs/promises';
import type { Middleware } from 'koa';
import { type App, databaseFile } from '../../app.ts';
import { migrationState } from '../../db/migrate.ts';
import { AppError } from '../../errors.ts';
import { SECOND } from '../../time.ts';
import type { State } from '../state.ts';

/** The database is checked at most this often. */
const LOOK_EVERY_MS = SECOND;
const RETRY_SECONDS = 10;
const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses writing requests after the database file was removed, since writes to a deleted file are lost when the process
 * ends, or after a newer version migrated the database, which may read rows differently. Checked at most once a second,
 * after a request.
 * @throws AppError `unavailable`
 */
export function refuseUnusable(app: App): Middleware<State> {
  let problem: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function lookAgain(): void {
    const now = performance.now();
    if (now - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = now;
    // Temporary faults are not a lasting problem: the request that runs into such a fault answers for itself.
    lastingProblem(app).then(
      (found) => (problem = found),
      () => {},
    );
  }

  return async function refuseUnusable(ctx, next) {
    if (READING.includes(ctx.method)) return next();
    if (problem !== null) {
      lookAgain();
      throw new AppError('unavailable', 'Service unavailable', { detail: problem, retryAfter: RETRY_SECONDS });
    }
    try {
      return await next();
    } finally {
      // After the request, because the check needs a connection that the request would wait for.
      lookAgain();
    }
  };
}

/** Why the server cannot write until it is restarted; null = it can. @throws Error when the database cannot be read */
async function lastingProblem(app: App): Promise<string | null> {
  if (!app.config.database.url && (await isGone(databaseFile(app.config)))) {
    return 'the file of the database is gone: put it back, and start the server again';
  }
  const { unknown } = await migrationState(app.orm);
  return unknown.length === 0 ? null : 'a newer version of Parley has migrated the database: start that version';
}

/** Whether the file was deleted, which SQLite itself does not notice: it keeps writing. */
export function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
}
