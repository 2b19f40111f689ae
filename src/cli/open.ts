import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { copiesFolder } from '../backup/folders.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { explain } from './explain.ts';
import { Failure } from './failure.ts';
import { refuseOtherFolder, refuseOthersFolder } from './installation.ts';
import { operatorName, withAuthor } from './audit/author.ts';
import { servedAddress } from './served-address.ts';
import { configOf } from './options.ts';

/** The longest wait for connections to an unresponsive database to close; the end of the process closes them anyway. */
const LONGEST_CLOSE_MS = 250;

/**
 * Opens the app of an existing installation as `runWithApp` does, for a short command that waits up to 30 seconds for
 * the database; runs `work` and closes the app. `begins`: creates a missing installation. `audited`: changes are made by the
 * user of the command, not by the system.
 * @throws ConfigError when a setting is invalid; Failure when there is no installation, the database cannot be used, or
 *   its schema is not current; any error of `work`
 */
export async function withApp<T>(
  command: Command,
  work: (app: App) => Promise<T>,
  { begins = false, audited = true }: { begins?: boolean; audited?: boolean } = {},
): Promise<T> {
  // Root becomes another user later.
  const operator = operatorName();
  const prepared = async (app: App) => {
    await prepare(app, begins);
    app.installation.publicUrl = servedAddress(app.config) ?? app.installation.publicUrl;
    return work(audited ? withAuthor(app, command, operator) : app);
  };
  const options = { databaseWaitMs: COMMAND_WAIT_MS, begins };
  return runWithApp(await configOf(command), await quietLog(), prepared, options);
}

/** How long a command waits for the database: longer than a request, since the user can interrupt it. */
const COMMAND_WAIT_MS = 30_000;

type Opening = {
  /** How long an operation waits for the database; undefined = as long as for a request. */
  databaseWaitMs?: number;
  /** Whether the data directory is made if there is none. */
  begins?: boolean;
};

/**
 * Opens the app, runs `work` and closes the app. Root continues as the owner of an existing data directory.
 * @throws Failure for problems that people can fix; else what opening or `work` throws
 */
export async function runWithApp<T>(
  config: Config,
  log: Log,
  work: (app: App) => Promise<T>,
  { databaseWaitMs, begins = true }: Opening = {},
): Promise<T> {
  const { openApp } = await import('../app.ts');
  try {
    becomeOwnerOf(config.data_dir);
    refuseOthersFolder(config.data_dir);
    // With PostgreSQL, the installation is where its database is.
    if (!begins && !config.database.url) refuseOtherFolder(config.data_dir);
    if (!config.database.url) await refuseUnfinished(config.data_dir);
    makeFolder(resolve(config.data_dir));
    const app = await openApp(config, { log, databaseWaitMs });
    try {
      return await work(app);
    } finally {
      await Promise.race([app.close(), sleep(LONGEST_CLOSE_MS)]);
    }
  } catch (error) {
    throw explain(error, config);
  }
}

/** @throws UnfinishedRestoreError, before anything is made in the folder */
async function refuseUnfinished(folder: string): Promise<void> {
  const { refuseHalfPlaced } = await import('../db/unfinished-restore.ts');
  refuseHalfPlaced(folder);
}

/** A log of errors on standard error, for commands whose standard output is their answer. */
export async function quietLog(): Promise<Log> {
  const { pino } = await import('pino');
  return pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }));
}

/**
 * Migrates an empty database for a command that `begins` an installation. A database with data is not migrated here, because
 * the server should be stopped first.
 */
async function prepare(app: App, begins: boolean): Promise<void> {
  const { migrate, migrationState, refuseNewer } = await import('../db/migrate.ts');
  const { refuseHalfRestored } = await import('../db/unfinished-restore.ts');
  await refuseHalfRestored(app.tx());
  const state = await migrationState(app.orm);
  refuseNewer(state);
  if (state.pending.length === 0) return;
  if (state.applied.length === 0 && !begins) {
    throw new Failure('the database is empty: begin the installation with "parley create-account"');
  }
  if (state.applied.length > 0) {
    throw new Failure(
      `the database lacks ${state.pending.join(', ')}: run "parley migrate", or start this version's "parley serve"`,
    );
  }
  const { refuseOrphanedFiles } = await import('./refuse-orphaned-files.ts');
  const beforeFirst = () => refuseOrphanedFiles(app.config.data_dir);
  await migrate(app.orm, copiesFolder(app.config.data_dir), new Date(), { beforeFirst });
}

/**
 * Makes the folder with those above it, one by one: Node.js's recursive mkdir never ends where a folder cannot be made although its parent
 * exists (/proc).
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * When run by root in the data directory of another user, continues as that user: files owned by root would stop the
 * server, and files of that user must not be used with root's rights.
 */
export function becomeOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
