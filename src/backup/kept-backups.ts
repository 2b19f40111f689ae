import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../storage/old-files.ts';

/** What backups in a folder are called: by the time at which they were begun, and how many files they miss. */
const NAME = /^parley-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-misses-(\d+))?\.tar\.zst$/;
/** One that is being written, by the process with this number. */
const UNFINISHED = /^\.parley-\d{8}T\d{6}Z\.tar\.zst\.(\d+)\.part$/;

/** A finished backup in a folder; `misses`: how many files it misses by its name, null = the name does not say it. */
export type KeptBackup = { path: string; at: Date; misses: number | null };

/** "parley-20261123T030000Z.tar.zst", or "parley-20261123T030000Z-misses-3.tar.zst" */
export function backupName(now: Date, misses = 0): string {
  const mark = misses > 0 ? `-misses-${misses}` : '';
  return `parley-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}${mark}.tar.zst`;
}

/** The backups in the folder, the newest first; none when there is no folder. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
  const names = (await namesIn(folder)).filter((name) => NAME.test(name)).toSorted();
  return names.toReversed().map((name) => ({ path: join(folder, name), at: timeOf(name), misses: missesOf(name) }));
}

/**
 * Removes all but the newest `keep` backups in the folder, and older ones that have files which all newer ones miss: mostly the
 * last whole one, as long as files are lost. `missingIn` says how many files a backup misses; null = the backup cannot be used. Returns the
 * paths of the removed backups.
 */
export async function removeOlder(
  folder: string,
  keep: number,
  missingIn: (backup: KeptBackup) => Promise<number | null>,
): Promise<string[]> {
  const removed: string[] = [];
  let fewest = Infinity;
  for (const [index, backup] of (await keptBackups(folder)).entries()) {
    // Where a newer one misses nothing, older ones need not be read.
    const missing = fewest === 0 ? Infinity : ((await missingIn(backup)) ?? Infinity);
    const isNeeded = index < keep || missing < fewest;
    fewest = Math.min(fewest, missing);
    if (isNeeded) continue;
    await unlink(backup.path);
    removed.push(backup.path);
  }
  return removed;
}

/** The unfinished backups in the folder whose process `isRunning` does not know any more. */
export async function leftUnfinished(folder: string, isRunning: (pid: number) => boolean): Promise<string[]> {
  const names = (await namesIn(folder)).filter((name) => {
    const pid = UNFINISHED.exec(name)?.[1];
    return pid !== undefined && !isRunning(Number(pid));
  });
  return names.map((name) => join(folder, name));
}

function timeOf(name: string): Date {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function missesOf(name: string): number | null {
  const misses = NAME.exec(name)?.at(-1);
  return misses === undefined ? null : Number(misses);
}
