import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { StoredFile } from '../events/facts.ts';
import { sync } from '../sync.ts';
import { inspectFile } from './inspect-file.ts';
import type { Ctx } from './state.ts';

const KEY_BYTES = 24;
const NAME_LENGTH = 200;
/** No name at all, or one that means another place in a URL. */
const DOTS = /^\.*$/;
// Characters that end a line, hide a suffix or mean a folder somewhere.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f/\\\u202a-\u202e\u2066-\u2069]/g;

/** A file in a temporary place, until it is stored; `size` in bytes. */
type Upload = { path: string; filename: string; size: number };
type FormFile = { filepath: string; place: number; originalFilename: string | null; size: number };

/**
 * Puts the files uploaded under any of `names` where they stay, synced to disk before any row names them. They are
 * removed again if the request fails.
 */
export async function storeUploads(ctx: Ctx, ...names: string[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const upload of names.flatMap((name) => uploadsNamed(ctx, name))) {
    const file = await describe(upload);
    ctx.state.storedFiles.push(file.key);
    await place(upload.path, pathOf(ctx.state.app.config.data_dir, file.key));
    stored.push(file);
  }
  return stored;
}

/** Puts the file at `path`, of `size` bytes, where it stays, synced to disk. Whoever names no row for it removes it. */
export async function storeFile(dataDir: string, upload: Upload): Promise<StoredFile> {
  const file = await describe(upload);
  await place(upload.path, pathOf(dataDir, file.key));
  return file;
}

/** Puts the bytes where the file with this key is, synced to disk. */
export async function storeBytes(dataDir: string, key: string, bytes: Uint8Array): Promise<void> {
  const path = await newSpoolPath(dataDir);
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  await place(path, pathOf(dataDir, key));
}

/** Where a file can be written until it is stored; what is left there is swept away after an hour. */
export async function newSpoolPath(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, randomUUID());
}

/** An unguessable name for a file. */
function newFileKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** Where the file with this key is. */
export function pathOf(dataDir: string, key: string): string {
  return join(dataDir, 'files', key.slice(0, 2), key);
}

/** Removes stored files; one that is gone already is fine. */
export async function removeFiles(dataDir: string, keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => unlink(pathOf(dataDir, key)).catch(() => {})));
}

/** The files uploaded under `name` or `name[]`, where the body's parser put them. */
function uploadsNamed(ctx: Ctx, name: string): Upload[] {
  const files = (ctx.request.files ?? {}) as unknown as Record<string, FormFile | FormFile[] | undefined>;
  return (
    [files[name], files[`${name}[]`]]
      .flat()
      .filter((file) => file !== undefined)
      // What browsers send for a file input where nothing was chosen.
      .filter(({ originalFilename, size }) => originalFilename !== '' || size > 0)
      // The parser lists them as their writing ends.
      .toSorted((a, b) => a.place - b.place)
      .map((file) => ({
        path: file.filepath,
        filename: file.originalFilename || 'file',
        size: file.size,
      }))
  );
}

async function describe(upload: Upload): Promise<StoredFile> {
  const filename = basename(upload.filename).replaceAll(UNSAFE, '_').slice(-NAME_LENGTH).toWellFormed();
  return {
    key: newFileKey(),
    filename: DOTS.test(filename) ? 'file' : filename,
    ...(await inspectFile(upload.path)),
    fileSize: upload.size,
  };
}

async function place(from: string, to: string): Promise<void> {
  const made = await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  // A new folder is only as safe as the one that it is in.
  if (made !== undefined) await Promise.all([sync(dirname(made)), sync(dirname(dirname(to)))]);
  await sync(from);
  await rename(from, to);
  await sync(dirname(to));
}
