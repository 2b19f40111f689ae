import { mkdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type App, databaseFile } from '../app.ts';
import { FAULT_SENTENCES, type Fault, faultOf } from '../db/faults.ts';
import { migrationState } from '../db/migrate.ts';
import { probeWriting } from '../db/probe.ts';
import { AppError } from '../errors.ts';
import { uploadsFolder } from '../storage/files.ts';
import { attributes, list, number, oneOf, shape, text } from '../wire/shape.ts';
import { iso, SECOND } from '../time.ts';
import { json, ok } from './routes/answer.ts';
import { routes } from './routes/route.ts';

const LATEST_TICK_MS = 15 * SECOND;
/** How long a check may take; monitors do not wait much longer. */
const CHECK_MS = 1500;
/** How long the result of a check is reused. */
const LOOK_EVERY_MS = 500;
/** Bytes that are written to see whether the disk has space. */
const PROBE_BYTES = 64 * 1024;

/** The release of Chatwoot that this server answers like; Chatwoot's apps warn people who use an older one. */
const CHATWOOT_VERSION = '4.15.1';

const service = oneOf(['ok', 'failing']);
const installation = shape({ version: text, timestamp: text, queue_services: service, data_services: service });
const liveness = shape({ status: oneOf(['ok']), event_loop_delay_ms: number });
const readiness = shape({ status: oneOf(['ok', 'unavailable']), checks: attributes, failed: list(text) });

/**
 * The routes /livez and /readyz, and /api and /health, which Chatwoot's clients ask for first. `sinceTick` gives the
 * milliseconds since the scheduler last ticked; null = this process runs no jobs.
 */
export function health(app: App, sinceTick: (() => number) | null) {
  const checks: Record<string, () => Promise<void>> = {
    database: () => checkDatabase(app),
    migrations: () => checkMigrations(app),
    storage: () => checkStorage(app.config.data_dir),
    ...(sinceTick && { scheduler: async () => checkScheduler(sinceTick()) }),
  };
  const look = atIntervals(LOOK_EVERY_MS, () =>
    Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await outcome(app, check)] as const)),
  );
  const health = routes('');

  // It needs only the event loop, so it answers whatever else is wrong.
  health.get(
    '/livez',
    { permission: 'health:read', summary: 'Show whether the process answers', answer: ok(liveness), isQuiet: true },
    async () => ({ status: 'ok' as const, event_loop_delay_ms: await eventLoopDelay() }),
  );

  health.get(
    '/readyz',
    {
      permission: 'health:read',
      summary: 'Show whether the server can work',
      answer: ok(readiness),
      mayAnswer: [json(503, readiness)],
      isQuiet: true,
    },
    async ({ ctx }) => {
      const results = await look();
      const failed = results.filter(([, result]) => result !== 'ok').map(([name]) => name);
      if (failed.length > 0) ctx.status = 503;
      const status = failed.length === 0 ? ('ok' as const) : ('unavailable' as const);
      return { status, checks: Object.fromEntries(results), failed };
    },
  );

  health.get(
    '/api',
    {
      permission: 'health:read',
      summary: 'Show the version and the services, as Chatwoot does',
      description: '`version` is the release of Chatwoot that the API is compatible with.',
      answer: ok(installation),
    },
    async ({ now }) => {
      const failed = (await look()).filter(([, result]) => result !== 'ok').map(([name]) => name);
      return {
        version: CHATWOOT_VERSION,
        timestamp: iso(now).slice(0, 'YYYY-MM-DD HH:MM:SS'.length).replace('T', ' '),
        queue_services: failed.includes('scheduler') ? ('failing' as const) : ('ok' as const),
        data_services: DATA_CHECKS.some((name) => failed.includes(name)) ? ('failing' as const) : ('ok' as const),
      };
    },
  );

  health.get(
    '/health',
    {
      permission: 'health:read',
      summary: 'Show whether the process answers, as Chatwoot does',
      answer: ok(shape({ status: oneOf(['woot']) })),
      isQuiet: true,
    },
    () => ({ status: 'woot' as const }),
  );
  return health;
}

/** The checks of what data is kept in. */
const DATA_CHECKS = ['database', 'migrations', 'storage'];

/** Runs `work` at most once in `ms` and shares its result, because anyone may call it and it writes to disk. */
function atIntervals<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let latest: { begunAt: number; result: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (!latest || now - latest.begunAt >= ms) latest = { begunAt: now, result: work() };
    return latest.result;
  };
}

/** Milliseconds that one turn of the event loop takes. */
async function eventLoopDelay(): Promise<number> {
  const started = performance.now();
  await setImmediate();
  return Math.round((performance.now() - started) * 10) / 10;
}

async function outcome(app: App, check: () => Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(sentenceOf(app.faults.lasting())), CHECK_MS);
  });
  try {
    return await Promise.race([check().then(() => 'ok'), late]);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    const fault = faultOf(error);
    if (fault) return sentenceOf(fault);
    // The driver's message is only for the log.
    app.log.error({ err: error }, 'not ready');
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

function sentenceOf(fault: Fault | null): string {
  return fault ? FAULT_SENTENCES[fault] : 'does not answer';
}

async function checkDatabase(app: App): Promise<void> {
  if (app.faults.isLasting('full')) throw new AppError('unavailable', sentenceOf('full'));
  // SQLite goes on writing to a deleted file, whose content is lost when the process ends.
  const isGone = !app.config.database.url && !(await exists(databaseFile(app.config)));
  if (isGone) throw new AppError('unavailable', 'its file is gone');
  await probeWriting(app.tx());
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  );
}

async function checkMigrations(app: App): Promise<void> {
  const { pending, unknown } = await migrationState(app.orm);
  if (pending.length > 0) throw new AppError('unavailable', `not applied: ${pending.join(', ')}`);
  if (unknown.length > 0) throw new AppError('unavailable', `from a newer version: ${unknown.join(', ')}`);
}

/** Checks that files can be written to the folder of uploads. */
async function checkStorage(dataDir: string): Promise<void> {
  const folder = uploadsFolder(dataDir);
  const path = join(folder, `probe-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flag: 'wx' });
  } finally {
    await unlink(path).catch(() => {});
  }
}

function checkScheduler(sinceTick: number): void {
  if (sinceTick > LATEST_TICK_MS) {
    throw new AppError('unavailable', `has not ticked for ${Math.floor(sinceTick / SECOND)} s`);
  }
}
