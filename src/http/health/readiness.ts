import { mkdir, unlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import { FAULT_SENTENCES, type Fault, faultOf, isOfSpace } from '../../db/faults.ts';
import { migrationState } from '../../db/migrate.ts';
import { probeWriting } from '../../db/probe.ts';
import { AppError } from '../../errors.ts';
import { filesFolder, uploadsFolder } from '../../storage/files.ts';
import { isOfFolder } from '../../storage/folder-faults.ts';
import { SECOND } from '../../time.ts';

const LATEST_TICK_MS = 15 * SECOND;
/** How long a check may take; monitors do not wait much longer. */
const CHECK_MS = 1500;
/** How long the result of a check is reused. */
const LOOK_EVERY_MS = 500;
/** Bytes that are written to see whether the disk has space. */
const PROBE_BYTES = 64 * 1024;

/** The result of each check, `ok` or a sentence; and the names of the checks that make requests fail. */
export type Readiness = { checks: Record<string, string>; failed: string[] };

/**
 * Checks whether the server can work. Results are shared for half a second. `sinceTick` gives the milliseconds since the
 * scheduler's last tick; null = this process runs no jobs. `isLeaving`: whether the server is stopping.
 */
export function readinessOf(
  app: App,
  sinceTick: (() => number) | null,
  isLeaving: () => boolean,
): () => Promise<Readiness> {
  const checks: Record<string, () => Promise<void>> = {
    database: () => checkDatabase(app),
    migrations: () => checkMigrations(app),
    storage: () => checkStorage(app.config.data_dir),
    ...(sinceTick && { scheduler: async () => checkScheduler(sinceTick()) }),
  };
  const look = shared(async () => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcome(app, check)] as const),
    );
    const failed = results.filter(([, result]) => result !== 'ok').map(([name]) => name);
    // Without notifications events are delivered later, but the server works: not a failure.
    const bus = app.bus.isReceiving
      ? 'ok'
      : 'notifications of PostgreSQL do not arrive: events are looked for each second';
    return { checks: { ...Object.fromEntries(results), bus }, failed };
  });
  return async () => {
    const found = await lookUpTo(performance.now() - LOOK_EVERY_MS);
    if (!isLeaving()) return found;
    return { checks: { ...found.checks, server: 'is stopping' }, failed: [...found.failed, 'server'] };
  };

  /** The latest result, where that is not from before `since`, nor good and from before a fault. */
  async function lookUpTo(since: number): Promise<Readiness> {
    const { begunAt, result } = look(since);
    const found = await result;
    const { seriousAt } = app.faults;
    return found.failed.length > 0 || seriousAt < begunAt ? found : look(seriousAt).result;
  }
}

/**
 * Begins `work` unless it has begun since the given time, by `performance.now()`, and shares its result, because anyone may call it
 * and it writes to disk.
 */
function shared<T>(work: () => Promise<T>): (since: number) => { begunAt: number; result: Promise<T> } {
  let latest: { begunAt: number; result: Promise<T> } | null = null;
  return (since) => {
    if (!latest || latest.begunAt < since) latest = { begunAt: performance.now(), result: work() };
    return latest;
  };
}

async function outcome(app: App, check: () => Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(sentenceOf(app.faults.lasting()[0] ?? null)), CHECK_MS);
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
  // The probe writes little: there may be room for that, and for nothing else.
  const ofSpace = app.faults.lasting().find(isOfSpace);
  if (ofSpace) throw new AppError('unavailable', sentenceOf(ofSpace));
  const fault = await app.standing.look();
  // The check of the migrations says which are newer.
  if (fault === 'newer') return;
  if (fault !== null) throw new AppError('unavailable', sentenceOf(fault));
  await probeWriting(app.tx());
}

async function checkMigrations(app: App): Promise<void> {
  const { pending, unknown } = await migrationState(app.orm);
  if (pending.length > 0) throw new AppError('unavailable', `not applied: ${pending.join(', ')}`);
  if (unknown.length > 0) throw new AppError('unavailable', `from a newer version: ${unknown.join(', ')}`);
}

/** Checks that files can be received, and stored. */
async function checkStorage(dataDir: string): Promise<void> {
  await Promise.all([uploadsFolder(dataDir), filesFolder(dataDir)].map(checkFolder));
}

async function checkFolder(folder: string): Promise<void> {
  const path = join(folder, `probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!isOfFolder(error)) throw error;
    throw new AppError('unavailable', `the folder ${basename(folder)} cannot be written (${error.code})`);
  } finally {
    await unlink(path).catch(() => {});
  }
}

function checkScheduler(sinceTick: number): void {
  if (sinceTick > LATEST_TICK_MS) {
    throw new AppError('unavailable', `has not ticked for ${Math.floor(sinceTick / SECOND)} s`);
  }
}
