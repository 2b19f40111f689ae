import type { App } from '../app.ts';
import { deleteExpiredDownloads } from '../resources/downloads/queries.ts';

/** Deletes expired downloads, and queues the removal of their files. */
export async function forgetDownloads(app: App, now: Date): Promise<void> {
  await deleteExpiredDownloads(app.tx(), now);
}
