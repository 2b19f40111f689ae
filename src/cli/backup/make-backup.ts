import { existsSync } from 'node:fs';
import { mkdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { type App, databaseFile } from '../../app.ts';
import { backupFolder } from '../../backup/folders.ts';
import { backupName, type KeptBackup, keptBackups, leftUnfinished, removeOlder } from '../../backup/kept-backups.ts';
import { missingIn } from '../../backup/missing-files.ts';
import { sourceOf } from '../../backup/source-of.ts';
import { writeBackup, type Written } from '../../backup/write-backup.ts';
import type { Config } from '../../config.ts';
import { migrationState, refuseNewer } from '../../db/migrate.ts';
import { placingMark, refuseHalfRestored } from '../../db/unfinished-restore.ts';
import { Failure } from '../failure.ts';
import { isRunning, writeWhole } from '../write-whole.ts';
import { sync } from '../../storage/sync.ts';
import { inSize } from '../../storage/in-size.ts';
import { contentsInWords } from './in-words.ts';

/** `file` null = standard output, undefined = a file in the folder, undefined = the one of the settings. */
export type Wanted = {
  file: string | null | undefined;
  folder?: string | undefined;
  keep?: number;
  withoutKey?: boolean;
};

/** What was made, for programs and for people; `misses`: files that rows name, unless the backup before misses as many. */
export type Made = { document: object; text: string; misses: number };

/** @throws Failure when there is no SQLite database, instead of making one */
export function requireDatabase(config: Config): void {
  const path = databaseFile(config);
  // Where a restore was interrupted, opening the app says so.
  if (config.database.url || existsSync(path) || existsSync(placingMark(config.data_dir))) return;
  throw new Failure(`there is no database ${path}: name the data directory with --data-dir`);
}

/** Makes a backup of the installation. @throws Failure when it cannot be written; Error when something cannot be read */
export async function makeBackup(app: App, { file, folder, keep, withoutKey = false }: Wanted): Promise<Made> {
  await refuseHalfRestored(app.tx());
  const state = await migrationState(app.orm);
  refuseNewer(state);
  if (state.applied.length === 0) throw new Failure('the database is empty: there is nothing to back up');
  const now = app.now();
  const source = sourceOf(app, { withKey: !withoutKey });
  const write = (output: Writable) => writeBackup(source, output, now);
  if (file === null) {
    const written = await write(process.stdout);
    return { document: {}, text: inWords(written), misses: written.ending.missing.count };
  }

  const [before] = await keptBackups(folder ?? backupFolder(app.config));
  const place = file ?? join(await preparedFolder(folder ?? backupFolder(app.config)), backupName(now));
  const written = await writeWhole(place, write).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOSPC') throw new Failure(`${place} cannot be written: its disk is full`, { cause: error });
    if (error.path === undefined || !error.path.includes(place)) throw error;
    throw new Failure(`${place} cannot be written (${error.message})`, { cause: error });
  });
  const { missing } = written.ending;
  const target = file ?? (await marked(place, backupName(now, missing.count)));
  const missingOf = async ({ path, misses }: KeptBackup) =>
    path === target ? missing.count : (misses ?? missingIn(path));
  const hasLost = before !== undefined && missing.count > 0 && ((await missingOf(before)) ?? Infinity) < missing.count;
  const removed = keep === undefined ? [] : await removeOlder(folder ?? backupFolder(app.config), keep, missingOf);
  const { size } = await stat(target);
  const loss = hasLost
    ? [
        `${before.path} has files that this one misses: as long as files are missing, the last backup that has them is kept.`,
      ]
    : [];
  return {
    document: { file: target, bytes: size, ...documentOf(written), has_lost_files: hasLost, removed },
    text: [`${target}  ${inSize(size)}`, inWords(written), ...loss, ...removed.map((path) => `removed ${path}`)].join(
      '\n',
    ),
    misses: before === undefined || hasLost ? missing.count : 0,
  };
}

/** Gives the finished backup its name, which says that it misses files. Returns its path. */
async function marked(path: string, name: string): Promise<string> {
  const target = join(dirname(path), name);
  if (target === path) return path;
  await rename(path, target);
  await sync(dirname(path));
  return target;
}

/** The folder, without what processes have left there that were killed. */
async function preparedFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const path of await leftUnfinished(folder, isRunning)) await unlink(path);
    return folder;
  } catch (error) {
    throw new Failure(`the folder ${folder} cannot be used (${(error as Error).message})`, { cause: error });
  }
}

function documentOf({ header, ending }: Written) {
  return {
    created_at: header.created_at,
    rows: Object.fromEntries(ending.rows.map(({ table, count }) => [table, count])),
    files: ending.files,
    missing_files: ending.missing.count,
    has_key: header.has_key,
  };
}

function inWords({ header, ending }: Written): string {
  const key = header.has_key
    ? []
    : ['Without the secret key: keep it elsewhere, since nothing else opens the secrets in it.'];
  return [contentsInWords(header, ending), ...key].join('\n');
}
