import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations } from '../../../src/db/migrate.ts';
import { type DatabaseSettings, openOrm } from '../../../src/db/orm.ts';
import { stopSharedApps } from '../shared-apps.ts';
import { EMPTY_INSTALLATION } from '../database/empty-installation.ts';

/** What the end of the run calls, the last added first. */
const ends: (() => void | Promise<void>)[] = [];

/**
 * Makes the folder for all files of this run, once; workers find it in TMPDIR. What Node.js has compiled of a module is kept there
 * as well, for workers, for threads of the program, and for processes that tests start.
 */
export function useOwnFolder(): void {
  if (ends.length > 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'parley-tests-'));
  // PostgreSQL refuses to run as root, and its files are in there too.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  // Without workers, suites run in this process.
  atTheEnd(stopSharedApps);
}

/** Has `end` called when all suites have run. */
export function atTheEnd(end: () => void | Promise<void>): void {
  ends.unshift(end);
}

/** Calls what `atTheEnd` was given, the last first. */
export async function endRun(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}

/** Makes the tables of a new database. */
export async function makeTables(settings: DatabaseSettings): Promise<void> {
  const orm = await openOrm(settings, EMPTY_INSTALLATION);
  await applyMigrations(orm);
  await orm.close(true);
}
