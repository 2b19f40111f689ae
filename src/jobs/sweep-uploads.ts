import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { uploadsFolder } from '../storage/files.ts';
import { oldFiles } from '../storage/old-files.ts';
import { HOUR } from '../time.ts';

/** No upload takes longer: an older file was left behind by a process that was killed. */
const LEFT_BEHIND_MS = HOUR;

/** Removes the files in DATA_DIR/uploads that were last written more than an hour ago. */
export async function sweepUploads(app: App, now: Date): Promise<void> {
  const folder = uploadsFolder(app.config.data_dir);
  for await (const name of oldFiles(folder, LEFT_BEHIND_MS, now)) await unlink(join(folder, name)).catch(() => {});
}
