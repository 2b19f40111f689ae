import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../storage/old-files.ts';

/** What backups in a folder are called: by the time at which they were begun. */
const NAME = /^parley-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst$/;
/** One that is being written, by the process with this number. */
const UNFINISHED = /^\.parley-\d{8}T\d{6}Z\.tar\.zst\.(\d+)\.part$/;

/** A whole backup in a folder. */
export type KeptBackup = { path: string; at: Date };

/** "parley-20261123T030000Z.tar.zst" */
export function backupName(now: Date): string {
  return `parley-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.zst`;
}

/** The backups in the folder, the newest first; none when there is no folder. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
  const names = (await namesIn(folder)).filter((name) => NAME.test(name)).toSorted();
  return names.toReversed().map((name) => ({ path: join(folder, name), at: timeOf(name) }));
}

/**
 * Removes all but the newest `keep` backups in the folder, and those that `isNeeded`. Returns the paths of those that it has
 * removed.
 */
export async function removeOlder(
  folder: string,
  keep: number,
  isNeeded: (path: string) => Promise<boolean> = async () => false,
): Promise<string[]> {
  const removed: string[] = [];
  for (const { path } of (await keptBackups(folder)).slice(keep)) {
    if (await isNeeded(path)) continue;
    await unlink(path);
    removed.push(path);
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
