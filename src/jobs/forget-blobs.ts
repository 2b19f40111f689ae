import type { App } from '../app.ts';
import { deleteExpiredBlobs } from '../storage/blobs.ts';

/** Deletes the blobs that have expired, a few in each transaction, and queues the removal of their files. */
export async function forgetBlobs(app: App, now: Date): Promise<void> {
  while (await deleteExpiredBlobs(app.tx(), now));
}
