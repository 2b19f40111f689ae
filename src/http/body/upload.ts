import type { StoredFile } from '../../storage/stored-file.ts';
import { describeUpload, keepUpload, type Upload } from '../../storage/files.ts';
import type { Ctx } from '../state.ts';
import { formFiles } from './form-files.ts';

/** An uploaded file that is not stored yet: what it will be stored as, and where the body's parser put it. */
export type UploadedFile = StoredFile & { path: string };

/** The files uploaded under any of `names`, in the order of the names. */
export function describeUploads(ctx: Ctx, names: readonly string[]): Promise<UploadedFile[]> {
  const uploads = names.flatMap((name) => uploadsNamed(ctx, name));
  return Promise.all(uploads.map(async (upload) => ({ ...(await describeUpload(upload)), path: upload.path })));
}

/** Stores the files, synced to disk before any row names them. They are removed again if the request fails. */
export async function storeUploads(ctx: Ctx, uploads: readonly UploadedFile[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const { path, ...file } of uploads) {
    ctx.state.storedFiles.push(file.key);
    await keepUpload(ctx.state.app.config.data_dir, path, file.key);
    stored.push(file);
  }
  return stored;
}

/** Whether files were uploaded under any of `names`. */
export function hasUploads(ctx: Ctx, names: readonly string[]): boolean {
  return names.some((name) => uploadsNamed(ctx, name).length > 0);
}

/** The files uploaded under `name` or `name[]`, where the body's parser put them. */
function uploadsNamed(ctx: Ctx, name: string): Upload[] {
  return (
    formFiles(ctx)
      .filter(({ field }) => field === name || field === `${name}[]`)
      // Browsers send an empty file without a name for a file input where nothing was chosen.
      .filter(({ originalFilename, size }) => originalFilename !== '' || size > 0)
      .map(({ filepath, originalFilename, size }) => ({ path: filepath, filename: originalFilename || 'file', size }))
  );
}
