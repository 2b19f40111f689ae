import type { StoredFile } from '../../storage/stored-file.ts';
import { describeUpload, keepUpload, type Upload } from '../../storage/files.ts';
import type { Ctx } from '../state.ts';

type FormFile = { filepath: string; place: number; originalFilename: string | null; size: number };

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
  const files = (ctx.request.files ?? {}) as unknown as Record<string, FormFile | FormFile[] | undefined>;
  return (
    [files[name], files[`${name}[]`]]
      .flat()
      .filter((file) => file !== undefined)
      // Browsers send an empty file without a name for a file input where nothing was chosen.
      .filter(({ originalFilename, size }) => originalFilename !== '' || size > 0)
      // The parser lists files in the order in which their writing ended.
      .toSorted((a, b) => a.place - b.place)
      .map((file) => ({
        path: file.filepath,
        filename: file.originalFilename || 'file',
        size: file.size,
      }))
  );
}
