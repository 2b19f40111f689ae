import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { removeFiles } from '../storage/files.ts';
import { unnamedKeys } from '../storage/named-keys.ts';
import { DAY } from '../time.ts';

/** A file this old without a row was left behind by a process that was killed before it wrote the row. */
const LEFT_BEHIND_MS = DAY;
/** Files that one query asks for. */
const BATCH = 500;
/** The names of stored files; other files are not touched. */
const KEY = /^[\w-]{32}$/;

/** Removes files in DATA_DIR/files that no row names, and half-written mails in DATA_DIR/outbox. */
export async function sweepFiles(app: App, now: Date): Promise<void> {
  const { data_dir } = app.config;
  const removed = (await sweepStored(app, now)) + (await sweepOutbox(join(data_dir, 'outbox'), now));
  if (removed > 0) app.log.info({ removed }, 'files removed that nothing names');
}

async function sweepStored(app: App, now: Date): Promise<number> {
  const { data_dir } = app.config;
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    const unnamed = await unnamedKeys(app.tx(), batch);
    await removeFiles(data_dir, unnamed);
    removed += unnamed.length;
    batch = [];
  };
  for await (const key of oldKeys(join(data_dir, 'files'), now)) {
    batch.push(key);
    if (batch.length === BATCH) await sweep();
  }
  if (batch.length > 0) await sweep();
  return removed;
}

/** The keys of old files; each file is in a folder named by its first two letters. */
async function* oldKeys(folder: string, now: Date): AsyncGenerator<string> {
  for (const start of await namesIn(folder)) {
    for (const key of await namesIn(join(folder, start))) {
      const isOurs = KEY.test(key) && key.startsWith(start);
      if (isOurs && (await isLeftBehind(join(folder, start, key), now))) yield key;
    }
  }
}

async function sweepOutbox(folder: string, now: Date): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if (!name.endsWith('.eml.part') || !(await isLeftBehind(path, now))) continue;
    await unlink(path).catch(() => {});
    removed += 1;
  }
  return removed;
}

/** The names in the folder; none when it is no folder or does not exist. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** Whether the file is old; false when it has been removed meanwhile, together with its row. */
async function isLeftBehind(path: string, now: Date): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  return file !== null && file.isFile() && now.getTime() - file.mtimeMs > LEFT_BEHIND_MS;
}
