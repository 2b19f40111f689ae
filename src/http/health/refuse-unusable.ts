import { stat } from 'node:fs/promises';
import type { Middleware } from 'koa';
import { type App, databaseFile } from '../../app.ts';
import { migrationState } from '../../db/migrate.ts';
import { AppError } from '../../errors.ts';
import { SECOND } from '../../time.ts';
import type { State } from '../state.ts';

/** How long the database counts as what it was when it was last looked at. */
const LOOK_EVERY_MS = SECOND;
const RETRY_SECONDS = 10;
const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests that write while the database is not what this program writes to any more: what it writes to a removed file is
 * lost when the process ends, and a newer program may understand rows otherwise. It looks at most once a second, after a request.
 * @throws AppError `unavailable`
 */
export function refuseUnusable(app: App): Middleware<State> {
  let problem: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  function lookAgain(): void {
    const now = performance.now();
    if (now - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = now;
    // Faults that pass are answered where a request meets them.
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
      // After the request, so that it need not wait for the connection that the look takes.
      lookAgain();
    }
  };
}

/** Why the server cannot write any more until it is started anew; null = it can. @throws Error when the database cannot be read */
export async function lastingProblem(app: App): Promise<string | null> {
  if (!app.config.database.url && (await isGone(databaseFile(app.config)))) {
    return 'the file of the database is gone: put it back, and start the server again';
  }
  const { unknown } = await migrationState(app.orm);
  return unknown.length === 0 ? null : 'a newer version of Parley has migrated the database: start that version';
}

/** SQLite goes on writing to a deleted file. */
export function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
}
