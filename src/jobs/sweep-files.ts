import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { filesFolder, isFileKey, removeFiles } from '../storage/files.ts';
import { namesIn, oldFiles } from '../storage/old-files.ts';
import { unnamedKeys } from '../storage/named-keys.ts';
import { DAY } from '../time.ts';

/** A file this old without a row was left behind by a process that was killed before it wrote the row. */
const LEFT_BEHIND_MS = DAY;
/** Files that one query asks for. */
const BATCH = 500;

/**
 * Removes what has been left for a day in DATA_DIR/files without a row that names it, and half-written mails of that
 * age in DATA_DIR/outbox; other files stay. Logs how many were removed.
 */
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
    removed += await removeFiles(data_dir, await unnamedKeys(app.tx(), batch));
    batch = [];
  };
  for await (const key of oldKeys(filesFolder(data_dir), now)) {
    batch.push(key);
    if (batch.length === BATCH) await sweep();
  }
  if (batch.length > 0) await sweep();
  return removed;
}

/** The keys of old files; each file is in a folder named by the first letters of its key. */
async function* oldKeys(folder: string, now: Date): AsyncGenerator<string> {
  for (const start of await namesIn(folder)) {
    for await (const key of oldFiles(join(folder, start), LEFT_BEHIND_MS, now)) {
      if (isFileKey(key) && key.startsWith(start)) yield key;
    }
  }
}

async function sweepOutbox(folder: string, now: Date): Promise<number> {
  let removed = 0;
  for await (const name of oldFiles(folder, LEFT_BEHIND_MS, now)) {
    if (!name.endsWith('.eml.part')) continue;
    const isRemoved = await unlink(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (isRemoved) removed += 1;
  }
  return removed;
}
