import type { App } from '../app.ts';
import { migrationState } from '../db/migrate.ts';
import { db } from '../db/orm.ts';
import { AppError } from '../errors.ts';
import { SECOND } from '../time.ts';
import { attributes, list, oneOf, shape, text } from '../shapes.ts';
import { answers, mayAnswer, takes } from './describe.ts';
import { allow } from './permissions.ts';
import { router } from './state.ts';

const LATEST_TICK_MS = 15 * SECOND;

const readiness = shape({ status: oneOf(['ok', 'unavailable']), checks: attributes, failed: list(text) });

/** /livez and /readyz. `lastTick` tells when the scheduler last ticked; null = this process runs no jobs. */
export function health(app: App, lastTick: (() => Date) | null) {
  const checks: Record<string, () => Promise<void>> = {
    database: () => checkDatabase(app),
    migrations: () => checkMigrations(app),
    ...(lastTick && { scheduler: async () => checkScheduler(lastTick()) }),
  };
  const routes = router();

  routes.get('/livez', allow('health:read'), takes({}), answers(shape({ status: oneOf(['ok']) })), (ctx) => {
    ctx.body = { status: 'ok' };
  });

  routes.get('/readyz', allow('health:read'), takes({}), answers(readiness), mayAnswer(503, readiness), async (ctx) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcome(app, check)] as const),
    );
    const failed = results.filter(([, result]) => result !== 'ok').map(([name]) => name);
    ctx.status = failed.length === 0 ? 200 : 503;
    ctx.body = { status: failed.length === 0 ? 'ok' : 'unavailable', checks: Object.fromEntries(results), failed };
  });
  return routes;
}

async function outcome(app: App, check: () => Promise<void>): Promise<string> {
  try {
    await check();
    return 'ok';
  } catch (error) {
    // What the database's driver says is for the log.
    if (error instanceof AppError) return error.message;
    app.log.error({ err: error }, 'not ready');
    return 'failed';
  }
}

/** Writes to no row, which takes the write lock all the same. */
async function checkDatabase(app: App): Promise<void> {
  await db(app.orm.em.fork()).updateTable('accounts').set({ name: '' }).where('id', '=', 0).execute();
}

async function checkMigrations(app: App): Promise<void> {
  const { pending, unknown } = await migrationState(app.orm);
  if (pending.length > 0) throw new AppError('unavailable', `not applied: ${pending.join(', ')}`);
  if (unknown.length > 0) throw new AppError('unavailable', `from a newer version: ${unknown.join(', ')}`);
}

function checkScheduler(lastTick: Date): void {
  if (Date.now() - lastTick.getTime() > LATEST_TICK_MS) {
    throw new AppError('unavailable', `has not ticked since ${lastTick.toISOString()}`);
  }
}
