import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { HOUR } from '../time.ts';

/** No upload takes longer: an older file was left behind by a process that was killed. */
const LEFT_BEHIND_MS = HOUR;

/** Removes the files of unfinished uploads in DATA_DIR/uploads. */
export async function sweepUploads(app: App, now: Date): Promise<void> {
  const folder = join(app.config.data_dir, 'uploads');
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    // A file that is gone has been stored meanwhile, or another process has removed it.
    const modifiedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now.getTime(),
    );
    if (now.getTime() - modifiedAt > LEFT_BEHIND_MS) await unlink(path).catch(() => {});
  }
}
