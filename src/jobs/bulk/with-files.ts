import type { App } from '../../app.ts';
import { blobIdsIn } from '../../conversations/actions/actions.ts';
import type { Action } from '../../entities/macro.ts';
import { findBlob } from '../../storage/blobs.ts';
import { copyStored, newFileKey, pathOf, removeFiles } from '../../storage/files.ts';
import { unnamedKeys } from '../../storage/named-keys.ts';
import type { StoredFile } from '../../storage/stored-file.ts';

/**
 * Gives `work` copies of the files that the action sends, by the row keys of their blobs; blobs that are gone
 * are left out. Copies that no row names afterwards are removed.
 */
export async function withFiles<T>(
  app: App,
  accountId: number,
  action: Action | undefined,
  work: (files: ReadonlyMap<number, StoredFile>) => Promise<T>,
): Promise<T> {
  const blobIds = action ? blobIdsIn([action]) : [];
  const files = new Map<number, StoredFile>();
  for (const id of blobIds) {
    const file = await copyOf(app, accountId, id);
    if (file) files.set(id, file);
  }
  try {
    return await work(files);
  } finally {
    const keys = [...files.values()].map(({ key }) => key);
    await removeFiles(app.config.data_dir, await unnamedKeys(app.tx(), keys));
  }
}

async function copyOf(app: App, accountId: number, blobId: number): Promise<StoredFile | null> {
  const blob = await findBlob(app.tx(), accountId, blobId, app.now());
  if (!blob?.storedAt) return null;
  const { filename, contentType, fileSize, width, height } = blob;
  const file = { key: newFileKey(), filename, contentType, fileSize, width, height };
  await copyStored(app.config.data_dir, pathOf(app.config.data_dir, blob.key), file.key);
  return file;
}
