import type { StoredFile } from '../../storage/stored-file.ts';
import { copyStored, describeUpload, keepUpload, type Upload } from '../../storage/files.ts';
import type { Ctx } from '../state.ts';
import { type FormFile, formFiles } from './form-files.ts';

/**
 * A file of a request that is not stored yet: what it will be stored as, and where it lies. With `isCopied`, that is a
 * stored file, which stays; without, the body's parser put it there.
 */
export type UploadedFile = StoredFile & { path: string; isCopied?: boolean };

/** The files uploaded under any of `names`, or one of them with `[]` at its end, in the order of the names. */
export function describeUploads(ctx: Ctx, names: readonly string[]): Promise<UploadedFile[]> {
  const files = formFiles(ctx);
  const uploads = names.flatMap((name) => uploadsNamed(files, name));
  return Promise.all(uploads.map(async (upload) => ({ ...(await describeUpload(upload)), path: upload.path })));
}

/**
 * Stores the files, synced to disk before any row names them. They are removed again if the request fails.
 * @throws AppError `storage_full` when the account is over its quota
 */
export async function storeUploads(ctx: Ctx, uploads: readonly UploadedFile[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  const { data_dir: dataDir } = ctx.state.app.config;
  if (uploads.length > 0) await takeSpace(ctx, uploads);
  for (const { path, isCopied, ...file } of uploads) {
    ctx.state.storedFiles.push(file.key);
    if (isCopied) await copyStored(dataDir, path, file.key);
    else await keepUpload(dataDir, path, file.key);
    stored.push(file);
  }
  return stored;
}

/** Counts the files of the team; bytes of visitors were counted when they came. */
async function takeSpace({ state }: Ctx, uploads: readonly UploadedFile[]): Promise<void> {
  const { account, meter, app } = state as Partial<Ctx['state']>;
  if (!app || !account || meter) return;
  const { space } = app.installation;
  await space.check(account.id, 'team');
  for (const { isCopied, fileSize } of uploads) if (!isCopied) space.note(account.id, fileSize);
}

/** Whether files were uploaded under any of `names`, or one of them with `[]` at its end. */
export function hasUploads(ctx: Ctx, names: readonly string[]): boolean {
  const files = formFiles(ctx);
  return names.some((name) => uploadsNamed(files, name).length > 0);
}

/** Those of a form's files that were uploaded under `name` or `name[]`. */
function uploadsNamed(files: FormFile[], name: string): Upload[] {
  return (
    files
      .filter(({ field }) => field === name || field === `${name}[]`)
      // Browsers send an empty file without a name for a file input where nothing was chosen.
      .filter(({ originalFilename, size }) => originalFilename !== '' || size > 0)
      .map(({ filepath, originalFilename, size }) => ({ path: filepath, filename: originalFilename || 'file', size }))
  );
}
