import type { StoredFile } from '../../storage/stored-file.ts';
import { describeUpload, keepUpload, type Upload } from '../../storage/files.ts';
import type { Ctx } from '../state.ts';
import { formFiles } from './form-files.ts';

/**
 * Stores the files uploaded under any of `names`, synced to disk before any row names them. They are removed again if
 * the request fails.
 */
export async function storeUploads(ctx: Ctx, ...names: string[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const upload of names.flatMap((name) => uploadsNamed(ctx, name))) {
    const file = await describeUpload(upload);
    ctx.state.storedFiles.push(file.key);
    await keepUpload(ctx.state.app.config.data_dir, upload, file.key);
    stored.push(file);
  }
  return stored;
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
