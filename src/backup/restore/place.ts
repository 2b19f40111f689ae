import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { copiesFolder } from '../folders.ts';
import { secretKeyFile } from '../../config/own-secret-key.ts';
import { placingMark, stageOf } from '../../db/unfinished-restore.ts';
import { filesFolder } from '../../storage/files.ts';
import { namesIn } from '../../storage/old-files.ts';
import { sync } from '../../storage/sync.ts';

// What is restored is made in a folder of its own in the data directory, and moved to its place when it is complete.

/** The empty stage; what an earlier attempt has left there is removed, but for the mark that it was replacing. */
export async function emptyStage(dataDir: string): Promise<string> {
  await removeStage(dataDir);
  await mkdir(stageOf(dataDir), { recursive: true, mode: 0o700 });
  return stageOf(dataDir);
}

/** Removes the stage; while the place is half replaced, the mark that says so stays in it. */
export async function removeStage(dataDir: string): Promise<void> {
  const stage = stageOf(dataDir);
  const mark = placingMark(dataDir);
  if (!(await exists(mark))) return rm(stage, { recursive: true, force: true });
  for (const name of await namesIn(stage)) {
    if (join(stage, name) !== mark) await rm(join(stage, name), { recursive: true });
  }
}

/** Does `work`, which replaces the database and its key: until it has ended well, no server starts. */
export async function marked<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const mark = placingMark(dataDir);
  await writeFile(mark, '', { mode: 0o600 });
  await sync(stageOf(dataDir));
  const result = await work();
  await rm(mark);
  return result;
}

/** Moves the uploaded files to their place. Others that are there stay; the server removes those that no row names. */
export async function placeFiles(stage: string, dataDir: string): Promise<void> {
  const target = filesFolder(dataDir);
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const start of await namesIn(filesFolder(stage))) {
    const from = join(filesFolder(stage), start);
    const to = join(target, start);
    await mkdir(to, { recursive: true, mode: 0o700 });
    for (const key of await readdir(from)) await rename(join(from, key), join(to, key));
    await sync(to);
    await rmdir(from);
  }
  await sync(target);
}

/**
 * Moves the secret key to its place; another one that is there is kept among the backups. Returns what puts that one back.
 */
export async function placeKey(stage: string, dataDir: string, now: Date): Promise<() => Promise<void>> {
  const [former, restored] = await Promise.all([secretKeyFile(dataDir), secretKeyFile(stage)].map(textOf));
  if (restored === null || restored === former) return async () => {};
  const kept = former === null ? null : join(await madeCopiesFolder(dataDir), `${nameOf(now)}.secret_key`);
  // A copy, so that there is a key at each moment.
  if (kept !== null) await copyFile(secretKeyFile(dataDir), kept);
  await rename(secretKeyFile(stage), secretKeyFile(dataDir));
  await sync(dataDir);
  return () => (kept === null ? rm(secretKeyFile(dataDir)) : rename(kept, secretKeyFile(dataDir)));
}

/** Moves the SQLite database to its place; one that is there is kept among the backups. Returns where it is then; null = none was. */
export async function placeDatabase(stage: string, file: string, dataDir: string, now: Date): Promise<string | null> {
  const made = join(stage, basename(file));
  await sync(made);
  const kept = (await exists(file)) ? join(await madeCopiesFolder(dataDir), `${nameOf(now)}.db`) : null;
  // With its write-ahead log, which would damage another database.
  for (const suffix of kept === null ? [] : ['-wal', '-shm', '']) {
    if (await exists(`${file}${suffix}`)) await rename(`${file}${suffix}`, `${kept}${suffix}`);
  }
  await chmod(made, 0o600);
  await rename(made, file);
  await sync(dataDir);
  return kept;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

const nameOf = (now: Date) => `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`;

async function madeCopiesFolder(dataDir: string): Promise<string> {
  const folder = copiesFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function textOf(path: string): Promise<string | null> {
  return (await readFile(path, 'utf8').catch(() => null))?.trim() ?? null;
}
